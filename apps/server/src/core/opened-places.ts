import { openDataFolder, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { Config } from '../config.js';
import { KeyMaker, makeKeysOnThread } from './key-maker.js';
import { lead, type LeadershipTerm } from './leadership.js';
import { requireLogOfVault, requireVaultOfLog } from './required-log.js';

/** What a server holds alone: its data folder, the vault in it, and the lead of the log. */
export interface Places {
  readonly folder: DataFolder;
  readonly leading: LeadershipTerm;
  readonly vault: Vault;
  readonly keyMaker: KeyMaker;
}

/** Takes the data folder, waits for the lead, and opens the vault. Throws DataFolderRefused or VaultRefused with a sentence. */
export const openPlaces = async (config: Config, started: string): Promise<Places> => {
  const folder = openDataFolder(config.data, { program: version, now: started });
  // Nothing is opened before this: while a standby waits, the operator may still put a newer copy of the vault in place.
  const leading = await lead({ config, tell: console.error });
  const isEmbedded = config.profile === 'embedded';
  if (isEmbedded) requireVaultOfLog(folder);
  const vault = openVault(folder.room('vault'), config.masterKey);
  if (isEmbedded) requireLogOfVault(folder, vault);
  const order = { room: folder.room('vault'), masterKey: config.masterKey };
  const keyMaker = new KeyMaker((subjects) => (config.hasOneThread ? vault.addKeys(subjects) : makeKeysOnThread({ ...order, subjects })));
  return { folder, leading, vault, keyMaker };
};
