import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Piece, PieceWatch } from '@tocsin/platform/reactor/under-watch.js';
import { readEnded, type Ended } from './never-ended.js';
import type { WatchdogOrder } from './watchdog.worker.js';
import { PieceWriter, sharedState } from './watched-piece.js';

/** Milliseconds. */
const beatEvery = 1_000;
/** So often the process ends because of one thing, and no more. */
const mostEnds = 2;

export interface WatchdogParts {
  /** Seconds without a turn of the loop; 0: nobody watches. */
  readonly after: number;
  /** Where ends of the process are counted. */
  readonly file: string;
  readonly version: string;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Ends the process when its loop never turns again, so that whoever supervises it starts it anew: a thread of its own counts. What was at work then
 * is counted on disk, and given up like anything that fails.
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
    // somebody who looks at it with a debugger makes it stand still
    if (after === 0 || inspectorUrl() !== undefined) return;
    const order: WatchdogOrder = { state: this.state, after, file, version };
    const worker = new Worker(new URL('watchdog.worker.js', import.meta.url), { workerData: order, name: 'watchdog' });
    worker.on('error', onTrouble);
    worker.unref();
    const timer = setInterval(() => this.writer.beat(), beatEvery);
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
    return this.ended.some((one) => one.id === id && one.times >= mostEnds);
  }

  mustBeHalved([first, last]: readonly [first: number, last: number]): boolean {
    return this.ended.some(({ events }) => events !== undefined && events[0] <= last && first <= events[1]);
  }
}
