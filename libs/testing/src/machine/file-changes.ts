import { watch } from 'node:fs';

/** Resolves once the condition holds; it is checked whenever something in this folder is created, written or deleted. */
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
