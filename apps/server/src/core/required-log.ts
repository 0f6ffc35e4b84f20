import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from '@tocsin/platform/data-folder/data-folder-refused.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { VaultRefused, type Vault } from '@tocsin/platform/vault/vault.js';

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/** The log that a vault in use belongs to is not there: a new one would lock the old one out for good. */
export const noLogBeside = (folder: DataFolder, found: string): DataFolderRefused =>
  new DataFolderRefused(
    `The vault in ${folder.room('vault')} holds the keys of a log that is missing: ${found}. Put the log back (is its disk mounted?). ` +
      `To start over without it, move ${folder.room('vault')} away. Nothing was changed.`,
  );

/** Somebody was set up in it: what stands on its log can be read with nothing else. Other keys are made ahead. */
export const isVaultInUse = (vault: Vault): boolean => vault.hasKeysOf('person:');

/** Before the files of log and vault are opened, which makes them. Throws DataFolderRefused or VaultRefused when only the other one is there. */
export const requireVaultOfLog = (folder: DataFolder): void => {
  const [log, vault] = [join(folder.room('log'), 'log.db'), join(folder.room('vault'), 'vault.db')];
  if (!sizeOf(log) || sizeOf(vault)) return;
  const found = sizeOf(vault) === undefined ? 'missing' : 'empty';
  throw new VaultRefused(
    `The log has a history, but the vault beside it is ${found}: ${vault}. Put back the vault folder that belongs to this log; nothing was changed.`,
  );
};

/** The same for the log of an opened vault. */
export const requireLogOfVault = (folder: DataFolder, vault: Vault): void => {
  const log = join(folder.room('log'), 'log.db');
  const size = sizeOf(log);
  if (size || !isVaultInUse(vault)) return;
  throw noLogBeside(folder, `${log} is ${size === undefined ? 'missing' : 'empty'}`);
};
