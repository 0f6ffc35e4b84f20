import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { addEnded, type HungWork } from './ended-work.js';
import { pieceIn, type SharedWorkState } from './watched-work.js';

/** Start parameters of the thread. */
export interface WatchdogOrder {
  readonly state: SharedWorkState;
  /** Seconds without a beat, counted by this thread. */
  readonly after: number;
  readonly file: string;
  readonly version: string;
  /** What is in the file. */
  readonly hungWork: readonly HungWork[];
}

/** Microseconds of processor time in a second. An endless loop uses more; a process that waits for a disk uses almost none. */
const busy = 100_000;

const { state, after, file, version, hungWork } = workerData as WatchdogOrder;
const beats = new Int32Array(state.beats);
let last = -1;
let still = 0;
let lastUsage = process.cpuUsage();

const end = (): void => {
  const currentWork = pieceIn(state);
  try {
    if (currentWork) addEnded(file, hungWork, { ...currentWork, version });
  } finally {
    const description = currentWork ? `${currentWork.what} (${currentWork.id})` : 'work outside a decision';
    writeSync(
      2,
      `${description} has been running for ${after} s and blocks everything else. This process stops now so that it is restarted.\n`,
    );
    // SIGKILL, because the blocked main thread can’t handle anything gentler
    process.kill(process.pid, 'SIGKILL');
  }
};

/** Counts on its own timer: while the machine sleeps or the process is stopped, it counts nothing. */
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  const { user, system } = process.cpuUsage(lastUsage);
  lastUsage = process.cpuUsage();
  if (beat !== last) still = 0;
  else if (user + system >= busy) still += 1;
  last = beat;
  if (still >= after) end();
}, 1_000);
