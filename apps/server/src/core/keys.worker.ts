import { workerData } from 'node:worker_threads';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';

/** What a worker is told when it starts. */
export interface KeysOrder {
  /** The vault’s room of the data folder. */
  readonly room: string;
  readonly masterKey: string | undefined;
  readonly subjects: readonly string[];
}

/** So many in one flush: whoever else writes to the vault waits for no longer than that. */
const atOnce = 256;

/** Makes keys by a connection of its own. Those that stand, or were destroyed, are left alone. */
const work = ({ room, masterKey, subjects }: KeysOrder): void => {
  const vault = openVault(room, masterKey);
  try {
    for (let from = 0; from < subjects.length; from += atOnce) vault.addKeys(subjects.slice(from, from + atOnce));
  } finally {
    vault.close();
  }
};

work(workerData as KeysOrder);
