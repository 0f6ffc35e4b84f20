import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { addEnded } from './never-ended.js';
import { pieceIn, type SharedState } from './watched-piece.js';

/** What the thread is told when it starts. */
export interface WatchdogOrder {
  readonly state: SharedState;
  /** Seconds, counted by this thread, without a beat. */
  readonly after: number;
  readonly file: string;
  readonly version: string;
}

/** Microseconds of processor time a second: a loop that turns takes more, a disk that does not answer takes none. */
const busy = 100_000;

const { state, after, file, version } = workerData as WatchdogOrder;
const beats = new Int32Array(state.beats);
let last = -1;
let still = 0;
let spent = process.cpuUsage();

const end = (): void => {
  const piece = pieceIn(state);
  try {
    if (piece) addEnded(file, { ...piece, version });
  } finally {
    const what = piece ? `${piece.what} (${piece.id})` : 'work outside a decision';
    writeSync(2, `${what} has been running for ${after} s and blocks everything else. This process stops now so that it is restarted.\n`);
    // nothing in this process can be asked to end: its main thread never comes back
    process.kill(process.pid, 'SIGKILL');
  }
};

/** Its own seconds: while the machine sleeps, or the process is stopped, it counts none. */
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  const { user, system } = process.cpuUsage(spent);
  spent = process.cpuUsage();
  if (beat !== last) still = 0;
  else if (user + system >= busy) still += 1;
  last = beat;
  if (still >= after) end();
}, 1_000);
