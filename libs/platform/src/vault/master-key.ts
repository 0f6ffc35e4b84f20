import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../data-folder/replace-file.js';
import { VaultRefused } from './vault.js';

const keyBytes = 32;

export interface MasterKey {
  readonly key: Buffer;
  /** Where it is from, in the operator’s words. */
  readonly from: string;
}

const decoded = (text: string, from: string): MasterKey => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return { key, from };
  throw new VaultRefused(`The master key in ${from} is not ${keyBytes} bytes in base64. Make one with: openssl rand -base64 ${keyBytes}`);
};

const fileText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw new VaultRefused(`The master key ${file} can’t be read by this user. Give it the rights to.`, { cause: error });
  }
};

/**
 * The given one (TOCSIN_MASTER_KEY), or the file `master.key`, which is made for a vault that holds nothing yet.
 * Throws VaultRefused when there is none for a vault that is in use, or it is malformed.
 */
export const masterKeyOf = (folder: string, given: string | undefined, inUse: boolean): MasterKey => {
  if (given !== undefined && given !== '') return decoded(given, 'TOCSIN_MASTER_KEY');
  const file = join(folder, 'master.key');
  const text = fileText(file);
  if (text !== undefined) return decoded(text, file);
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
