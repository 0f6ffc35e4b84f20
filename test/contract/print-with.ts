import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Output of a script if a source file had this content. */
export const printWith = async (script: string, file: string, content: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'instead-'));
  try {
    writeFileSync(join(folder, 'content'), content);
    const { stdout } = await execFileAsync(process.execPath, [script, '--instead', file, join(folder, 'content')]);
    return stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
};
