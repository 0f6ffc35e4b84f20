import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './root.mjs';

const folder = inRoot('.cache', 'locks');

/**
 * Runs `work` while no other process of this clone runs work under the same name: two first runs at the same moment must not both
 * install or build. The lock is a file that holds its owner's pid; a lock whose owner is gone is taken over.
 */
export async function withLock(name, work) {
  mkdirSync(folder, { recursive: true });
  const lock = inRoot('.cache', 'locks', name);
  const ownFile = `${lock}.${process.pid}`;
  writeFileSync(ownFile, String(process.pid));
  try {
    for (let hasWarned = false; !take(lock, ownFile); hasWarned = true) {
      if (!hasWarned) console.log(`waiting for another process (${owner(lock)}) to finish: ${name}`);
      await sleep(200);
    }
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
}

function take(lock, ownFile) {
  try {
    linkSync(ownFile, lock); // atomic, and the pid is in it from the first moment
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pid = owner(lock);
  if (pid === undefined || isAlive(pid)) return false;
  const stale = `${ownFile}.stale`;
  try {
    renameSync(lock, stale); // of several that see the dead owner, one wins
    if (Number(readFileSync(stale, 'utf8')) !== pid) linkSync(stale, lock); // another process took it over in the meantime: give it back
    rmSync(stale, { force: true });
  } catch {
    // another process was faster
  }
  return false;
}

function owner(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
