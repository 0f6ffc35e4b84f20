import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sayNotRun } from './not-run.js';

const mayBeEntered = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || mayBeEntered(dirname(folder)));

/**
 * Whether denied permissions can be tested: root is denied nothing, and another user may not enter a checkout in a folder of
 * root's. If not, the end of the run reports that `what` was not run.
 */
export const canBeDenied = (what: string): boolean => {
  if (process.getuid?.() !== 0 || mayBeEntered(process.cwd())) return true;
  sayNotRun(`${what}: only root may enter ${process.cwd()}`);
  return false;
};
