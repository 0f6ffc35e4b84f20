import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { BackupRefused } from './manifest.js';

const isWithin = (outer: string, inner: string): boolean => {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`));
};
const overlap = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);

export const whyOutside = 'Choose a folder on another disk, which is neither in the data folder nor around it.';

/** As they are written: nothing of the disk is read, which may not answer. */
export const isWrittenInData = (data: string, address: string): boolean => !isBucket(address) && overlap(resolve(data), resolve(address));

/** As the disk knows it; what is not there yet as it is written. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
};

/** Throws BackupRefused, or never answers. Synchronous: a disk that hangs holds the thread of a backup, and none of those that all threads share. */
export const requireOutsideData = (data: string, address: string): void => {
  if (!isBucket(address) && overlap(realPath(data), realPath(address))) throw new BackupRefused(whyOutside);
};
