import { watch } from 'node:fs';

/** Milliseconds. SQLite tells its readers of a write after the file was written, in memory that they share: that changes no file. */
const lookAgainEvery = 100;

/**
 * Resolves once the condition holds; it is checked whenever something in this folder is created, written or deleted, and
 * in between, for what is seen only after the file was written.
 */
export const whenChanged = (folder: string, isSo: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (!isSo()) return;
      clearInterval(timer);
      watcher.close();
      resolve();
    };
    const timer = setInterval(look, lookAgainEvery);
    const watcher = watch(folder, look);
    watcher.once('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    look();
  });
