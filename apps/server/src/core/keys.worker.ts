import { workerData } from 'node:worker_threads';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';

/** Start parameters of the worker. */
export interface KeysOrder {
  /** The vault folder in the data folder. */
  readonly room: string;
  readonly masterKey: string | undefined;
  readonly subjects: readonly string[];
}

/** Keys in one flush: other writers to the vault wait no longer than that. */
const atOnce = 256;

/** Makes keys on its own connection. Existing and destroyed keys are left alone. */
const makeKeys = ({ room, masterKey, subjects }: KeysOrder): void => {
  const vault = openVault(room, masterKey);
  try {
    for (let from = 0; from < subjects.length; from += atOnce) vault.addKeys(subjects.slice(from, from + atOnce));
  } finally {
    vault.close();
  }
};

makeKeys(workerData as KeysOrder);
