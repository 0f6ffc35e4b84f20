import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes: far more than the data folders that exist at one moment of a run. */
const roomNeeded = 4 * 2 ** 30;
const prefix = 'tocsin-tests-';

/**
 * A folder in memory for what tests write, removed when the process exits: the suites start hundreds of servers, each of which waits for the
 * disk with every append, and nothing that they write outlives them. Null where there is no such place, or too little room in it.
 */
export function memoryFolder(place = '/dev/shm', { needed = roomNeeded, free = process.availableMemory() } = {}) {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (process.platform !== 'linux' || Math.min(bavail * bsize, free) < needed) return null;
    removeLeftovers(place);
    const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
    // as /tmp is: some programs of tests run as another user
    chmodSync(folder, 0o1777);
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
}

/** Killed processes could not clean up. */
function removeLeftovers(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
