import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderInUse } from '@tocsin/platform/data-folder/data-folder-refused.js';
import { FolderLock } from '@tocsin/platform/data-folder/folder-lock.js';
import { RescueRefused } from './rescue-refused.js';

/** Runs `work` while no other program writes to this folder: the lock of a data folder, which ends with its program. `another`: what it may be. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>, another = 'Another rescue'): Promise<T> {
  const lock = take(folder, another);
  try {
    chmodSync(join(folder, 'lock.db'), 0o600);
    lock.sign(new Date().toISOString());
    return await work();
  } finally {
    lock.release();
  }
}

function take(folder: string, another: string): FolderLock {
  try {
    return FolderLock.take(folder);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const holder = FolderLock.readHolder(folder) ?? 'which has just ended';
    throw new RescueRefused(`${another} is writing to this folder (${holder}).`, { cause: error });
  }
}
