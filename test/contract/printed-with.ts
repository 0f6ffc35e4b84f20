import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a script prints, if a file of the sources said this. */
export const printedWith = async (script: string, file: string, content: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'instead-'));
  try {
    writeFileSync(join(folder, 'content'), content);
    const { stdout } = await run(process.execPath, [script, '--instead', file, join(folder, 'content')]);
    return stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
};
