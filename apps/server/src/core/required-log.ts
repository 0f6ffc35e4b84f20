import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderRefused } from '@tocsin/platform/data-folder/data-folder-refused.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { VaultRefused, type Vault } from '@tocsin/platform/vault/vault.js';

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/** The error when the vault is in use but its log is missing: a new log would make the vault unusable for the old one. */
export const missingLogRefusal = (folder: DataFolder, vaultState: string): DataFolderRefused =>
  new DataFolderRefused(
    `The vault in ${folder.room('vault')} holds the keys of a log that is missing: ${vaultState}. Put the log back (is its disk mounted?). ` +
      `To start over without it, move ${folder.room('vault')} away. Nothing was changed.`,
  );

/**
 * A vault is in use once it has the key of a person: the log of that installation can’t be read without it. Other keys are made
 * ahead of use.
 */
export const isVaultInUse = (vault: Vault): boolean => vault.hasKeysOf('person:');

/**
 * Called before log and vault are opened, because opening creates the files. Throws DataFolderRefused or VaultRefused when only one
 * of the two exists.
 */
export const requireVaultOfLog = (folder: DataFolder): void => {
  const [log, vault] = [join(folder.room('log'), 'log.db'), join(folder.room('vault'), 'vault.db')];
  if (!sizeOf(log) || sizeOf(vault)) return;
  const vaultState = sizeOf(vault) === undefined ? 'missing' : 'empty';
  throw new VaultRefused(
    `The log has a history, but the vault beside it is ${vaultState}: ${vault}. Put back the vault folder that belongs to this log; nothing was changed.`,
  );
};

/** The reverse check, for an opened vault: its log must exist. */
export const requireLogOfVault = (folder: DataFolder, vault: Vault): void => {
  const log = join(folder.room('log'), 'log.db');
  const size = sizeOf(log);
  if (size || !isVaultInUse(vault)) return;
  throw missingLogRefusal(folder, `${log} is ${size === undefined ? 'missing' : 'empty'}`);
};
