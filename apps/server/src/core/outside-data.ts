import { isWrittenInData, whyOutside } from '@tocsin/platform/backup/outside-data.js';
import { HttpProblem } from '../problems/problem.js';

/**
 * Throws backups.inside_data for a folder in which the data folder is, or which is in it: the disk that is lost takes both. Where links lead is asked on
 * the thread of backups: a disk that hangs must not hold what pages.
 */
export const requireOutsideData = (data: string, address: string): void => {
  if (isWrittenInData(data, address))
    throw new HttpProblem('backups.inside_data', {}, [{ path: 'address', code: 'backups.inside_data', message: whyOutside }]);
};
