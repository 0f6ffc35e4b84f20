import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sayNotRun } from './not-run.js';

const canBeEntered = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || canBeEntered(dirname(folder)));

/**
 * Whether denied permissions can be tested: root is denied nothing, and another user may not enter a checkout in a folder of
 * root's. If not, the end of the run reports that `promise` was not run.
 */
export const canBeDenied = (promise: string): boolean => {
  if (process.getuid?.() !== 0 || canBeEntered(process.cwd())) return true;
  sayNotRun(`${promise}: only root may enter ${process.cwd()}`);
  return false;
};
