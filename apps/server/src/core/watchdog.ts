import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Piece, PieceWatch } from '@tocsin/platform/reactor/under-watch.js';
import { readEnded, type Ended } from './never-ended.js';
import type { WatchdogOrder } from './watchdog.worker.js';
import { PieceWriter, sharedState } from './watched-piece.js';

/** Milliseconds. */
const beatInterval = 1_000;
/** How often the process is ended because of the same piece of work. */
const maxEnds = 2;

export interface WatchdogParts {
  /** Seconds without a turn of the event loop; 0: no watchdog. */
  readonly after: number;
  /** The file that counts ends of the process. */
  readonly file: string;
  readonly version: string;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Ends the process when its event loop is blocked permanently, so that its supervisor restarts it. A separate thread counts the seconds. The running
 * piece of work is counted on disk; after two ends it is abandoned, like any failing piece.
 */
export class Watchdog implements PieceWatch {
  private readonly state = sharedState();
  private readonly writer = new PieceWriter(this.state);
  private readonly ended: readonly Ended[];
  private stop: () => void = () => {};

  constructor(private readonly parts: WatchdogParts) {
    this.ended = readEnded(parts.file, parts.version);
  }

  start(): void {
    const { after, file, version, onTrouble } = this.parts;
    // a debugger stops the event loop on purpose
    if (after === 0 || inspectorUrl() !== undefined) return;
    const order: WatchdogOrder = { state: this.state, after, file, version };
    const worker = new Worker(new URL('watchdog.worker.js', import.meta.url), { workerData: order, name: 'watchdog' });
    worker.on('error', onTrouble);
    worker.unref();
    const timer = setInterval(() => this.writer.beat(), beatInterval);
    timer.unref();
    this.stop = () => {
      clearInterval(timer);
      void worker.terminate();
    };
  }

  close(): void {
    this.stop();
  }

  begins(piece: Piece): void {
    this.writer.begins(piece);
  }

  ends(): void {
    this.writer.ends();
  }

  isGivenUp(id: string): boolean {
    return this.ended.some((one) => one.id === id && one.times >= maxEnds);
  }

  mustBeHalved([first, last]: readonly [first: number, last: number]): boolean {
    return this.ended.some(({ events }) => events !== undefined && events[0] <= last && first <= events[1]);
  }
}
