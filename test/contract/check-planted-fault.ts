import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const configuration = ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs', '.oxlintrc.json'];

/** Output of a tool of this project for a clone with only the given files (path → text) and the project’s own configuration. */
export function checkPlanted(files: Record<string, string>, tool: string, ...args: string[]): { isFine: boolean; output: string } {
  const clone = mkdtempSync(join(tmpdir(), 'tocsin-planted-'));
  try {
    for (const file of configuration) cpSync(file, join(clone, file));
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'), 'dir');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(clone, path)), { recursive: true });
      writeFileSync(join(clone, path), text);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', tool), ...args], { cwd: clone, encoding: 'utf8' });
    return { isFine: status === 0, output: stdout + stderr };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
