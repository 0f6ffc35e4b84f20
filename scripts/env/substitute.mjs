import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** `--instead FILE CONTENT`, for tests: as if this file held what that one holds. */
export function substituteFor([option, file, content]) {
  return option === '--instead' ? new Map([[resolve(file), readFileSync(content, 'utf8')]]) : undefined;
}
