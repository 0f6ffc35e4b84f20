import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from './data-folder-refused.js';
import { jsonIn } from './json-file.js';
import { replaceFileSync, syncFolder } from './replace-file.js';

export type Profile = 'embedded' | 'cluster';

const fileIn = (dir: string): string => join(dir, 'moving.json');

/** Says that the log of this profile is being written by a move: half a log looks like a whole one. `dir`: the folder `log`. */
export const markMove = (dir: string, to: Profile): void => replaceFileSync(fileIn(dir), JSON.stringify({ to }));

export const endMove = (dir: string): void => {
  rmSync(fileIn(dir), { force: true });
  syncFolder(dir);
};

/** Throws DataFolderRefused where the log of this profile may be half of one. The other log, which is moved, is whole. */
export const requireNoMove = (dir: string, profile: Profile): void => {
  const mark = jsonIn<{ to: Profile }>(fileIn(dir));
  if (mark === undefined || (mark !== null && mark.to !== profile)) return;
  throw new DataFolderRefused(
    `“tocsin move ${profile}” was stopped before its end, so this log may lack events (move_unfinished). Run it again: it goes on where it was.`,
  );
};
