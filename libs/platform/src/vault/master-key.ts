import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync, syncFolder } from '../data-folder/replace-file.js';
import { VaultRefused } from './vault.js';

const keyBytes = 32;

export interface MasterKey {
  readonly key: Buffer;
  /** Where it is from, in the operator’s words. */
  readonly from: string;
}

/** Throws VaultRefused when it is malformed; `from` names it. */
export const parsedKey = (text: string, from: string): MasterKey => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return { key, from };
  throw new VaultRefused(`The master key in ${from} is not ${keyBytes} bytes in base64. Make one with: openssl rand -base64 ${keyBytes}`);
};

export const masterKeyFile = (folder: string): string => join(folder, 'master.key');
/** A key that was to replace it, when a change of it was cut short. */
export const nextKeyFile = (folder: string): string => join(folder, 'master.key.next');

const fileText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw new VaultRefused(`The master key ${file} can’t be read by this user. Grant read access.`, { cause: error });
  }
};

/**
 * The given one (TOCSIN_MASTER_KEY), or the file `master.key`, which is made for a vault that holds nothing yet.
 * Throws VaultRefused when there is none for a vault that is in use, or it is malformed.
 */
export const masterKeyOf = (folder: string, given: string | undefined, inUse: boolean): MasterKey => {
  if (given !== undefined && given !== '') return parsedKey(given, 'TOCSIN_MASTER_KEY');
  const file = masterKeyFile(folder);
  const text = fileText(file);
  if (text !== undefined) return parsedKey(text, file);
  if (inUse) {
    throw new VaultRefused(
      `The vault in ${folder} holds keys, but its master key is missing. Put ${file} back from a backup, or set TOCSIN_MASTER_KEY; ` +
        'without it, people’s names and addresses can’t be read.',
    );
  }
  const key = randomBytes(keyBytes);
  replaceFileSync(file, `${key.toString('base64')}\n`);
  return { key, from: file };
};

/** The key of a change that was cut short; undefined when there was none. */
export const nextKeyOf = (folder: string): MasterKey | undefined => {
  const file = nextKeyFile(folder);
  const text = fileText(file);
  return text === undefined ? undefined : parsedKey(text, file);
};

/** It is the one that fits: from now on it is the master key. */
export const promoteNextKey = (folder: string): void => {
  renameSync(nextKeyFile(folder), masterKeyFile(folder));
  syncFolder(folder);
};
