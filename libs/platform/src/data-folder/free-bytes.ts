import { statfsSync } from 'node:fs';

/** What an unprivileged user can still write to the disk of this path. */
export const readFreeBytes = (path: string): number => {
  const disk = statfsSync(path);
  return disk.bavail * disk.bsize;
};
