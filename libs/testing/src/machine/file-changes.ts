import { watch } from 'node:fs';

/** Resolves once it is so, which is looked at whenever something in this folder was made, written or removed. */
export const whenChanged = (folder: string, isSo: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (!isSo()) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(folder, look);
    watcher.once('error', reject);
    look();
  });
