import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RescueRefused } from './rescue-refused.js';

/** What a folder of a rescue always has one of. */
const marks: ReadonlySet<string> = new Set(['progress.json', 'manifest.json', 'lock', 'lock.db']);

/**
 * Makes the folder of a rescue, or finds one that was begun. Throws RescueRefused for one in a Git work tree, one that others
 * can read (`isInsisted`: all the same), or one with other files.
 */
export function makePlace(path: string, isInsisted: boolean): string {
  const folder = resolve(path);
  if (!isInsisted) {
    const tree = findWorkTree(folder);
    if (tree !== null)
      throw new RescueRefused(
        `${folder} is in the Git work tree ${tree}, and would soon be in a repository. Choose another folder, or insist with --here.`,
      );
  }
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700, recursive: true });
  const { mode } = statSync(folder);
  if (!isInsisted && process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new RescueRefused(`Others can read ${folder}. Run “chmod 700 ${folder}”, choose a new folder, or insist with --here.`);
  }
  const found = readdirSync(folder).filter((name) => !name.endsWith('.new'));
  if (found.length > 0 && !found.some((name) => marks.has(name))) {
    throw new RescueRefused(`${folder} has other files. Choose a new folder.`);
  }
  return folder;
}

function findWorkTree(folder: string): string | null {
  let at = folder;
  while (!existsSync(at)) at = dirname(at);
  for (at = realpathSync(at); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}
