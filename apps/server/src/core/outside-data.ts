import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { HttpProblem } from '../problems/problem.js';

/** As the disk knows it; what is not there yet as it is written. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
};

const isWithin = (outer: string, inner: string): boolean => {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`));
};

const message = 'Choose a folder on another disk, which is neither in the data folder nor around it.';

/** Throws backups.inside_data for a folder in which the data folder is, or which is in it: the disk that is lost takes both. */
export const requireOutsideData = (data: string, address: string): void => {
  if (isBucket(address)) return;
  const [own, theirs] = [realPath(data), realPath(address)];
  if (isWithin(own, theirs) || isWithin(theirs, own))
    throw new HttpProblem('backups.inside_data', {}, [{ path: 'address', code: 'backups.inside_data', message }]);
};
