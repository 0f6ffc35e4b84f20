import { duration } from '@tocsin/contracts/duration.js';
import type { DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { lowDisk } from '@tocsin/platform/data-folder/disk-reserve.js';
import { HttpProblem } from '../problems/problem.js';

/** Refuses work that can be done later. */
export const diskLowProblem = (): HttpProblem => new HttpProblem('store.unwritable', { reason: 'the disk is nearly full' }, undefined, 60);

const every = 1 * duration.second;

/**
 * Whether work that can be done later must leave the last space on the disk to what pages need. It measures the disk and not the
 * reserve of the log, because the cluster profile has no reserve.
 */
export const isDiskLow = (folder: Pick<DataFolder, 'freeBytes'>): boolean => {
  try {
    return folder.freeBytes() < lowDisk;
  } catch {
    // the file system can’t tell now, for example of a network mount: thrown by a timer, this would end the server
    return false;
  }
};

/** Calls `act` every second while the disk is low. Returns the function that ends it. */
export const watchDiskSpace = (folder: Pick<DataFolder, 'freeBytes'>, act: () => void): (() => void) => {
  const watch = setInterval(() => {
    if (isDiskLow(folder)) act();
  }, every);
  watch.unref();
  return () => clearInterval(watch);
};
