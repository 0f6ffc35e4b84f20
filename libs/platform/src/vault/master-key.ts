import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync, syncFolder } from '../data-folder/replace-file.js';
import { VaultRefused } from './vault.js';

const keyBytes = 32;

export interface MasterKey {
  readonly key: Buffer;
  /** In the operator’s words. */
  readonly from: string;
}

/** Throws VaultRefused when it is malformed; `from` names its source. */
export const parseKey = (text: string, from: string): MasterKey => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return { key, from };
  throw new VaultRefused(`The master key in ${from} is not ${keyBytes} bytes in base64. Make one with: openssl rand -base64 ${keyBytes}`);
};

export const masterKeyFile = (folder: string): string => join(folder, 'master.key');
/** The file of a new key during a change, left there when the change was interrupted. */
export const nextKeyFile = (folder: string): string => join(folder, 'master.key.next');

const readFileText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw new VaultRefused(`The master key ${file} can’t be read by this user. Grant read access.`, { cause: error });
  }
};

/**
 * The given key (TOCSIN_MASTER_KEY), or the file `master.key`, which is created for an empty vault. Throws VaultRefused when a vault in use has none, or
 * it is malformed.
 */
export const masterKeyOf = (folder: string, keyText: string | undefined, isInUse: boolean): MasterKey => {
  if (keyText !== undefined && keyText !== '') return parseKey(keyText, 'TOCSIN_MASTER_KEY');
  const file = masterKeyFile(folder);
  const text = readFileText(file);
  if (text !== undefined) return parseKey(text, file);
  if (isInUse) {
    throw new VaultRefused(
      `The vault in ${folder} holds keys, but its master key is missing. Put ${file} back from a backup, or set TOCSIN_MASTER_KEY; ` +
        'without it, people’s names and addresses can’t be read.',
    );
  }
  const key = randomBytes(keyBytes);
  replaceFileSync(file, `${key.toString('base64')}\n`);
  return { key, from: file };
};

/** Undefined unless a change of the key was interrupted. */
export const nextKeyOf = (folder: string): MasterKey | undefined => {
  const file = nextKeyFile(folder);
  const text = readFileText(file);
  return text === undefined ? undefined : parseKey(text, file);
};

export const promoteNextKey = (folder: string): void => {
  renameSync(nextKeyFile(folder), masterKeyFile(folder));
  syncFolder(folder);
};
