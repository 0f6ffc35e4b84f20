import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RescueRefused } from './rescue-refused.js';

/** Runs `work` while no other program writes to this folder. A lock of a program that has ended is taken over. `another`: what it may be. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>, another = 'Another rescue'): Promise<T> {
  const path = join(folder, 'lock');
  take(path, another);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string, another: string): void {
  for (const isSecond of [false, true]) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readFileSync(path, 'utf8'));
      if (isSecond || isRunning(holder))
        throw new RescueRefused(`${another} is writing to this folder (process ${holder}). If there is none, delete ${path}.`);
      rmSync(path, { force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
