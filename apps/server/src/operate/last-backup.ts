import { join } from 'node:path';
import { lastBackup, type LastBackup } from '@tocsin/contracts/backups/noun.js';
import { jsonIn } from '@tocsin/platform/data-folder/json-file.js';
import { replaceFile } from '@tocsin/platform/data-folder/replace-file.js';
import type { ServerParts } from '../core/server-parts.js';

type Folder = Pick<ServerParts['folder'], 'room'>;

const fileIn = (folder: Folder): string => join(folder.room('side'), 'last-backup.json');

/** The last backup to this destination that ended well; null: none is known. */
export const readLastBackup = (folder: Folder, address: string): LastBackup | null => {
  const stored = jsonIn<{ address: string }>(fileIn(folder));
  const read = stored?.address === address ? lastBackup.safeParse(stored) : undefined;
  return read?.data ?? null;
};

export const writeLastBackup = (folder: Folder, address: string, last: LastBackup): Promise<void> =>
  replaceFile(fileIn(folder), JSON.stringify({ address, ...last }));
