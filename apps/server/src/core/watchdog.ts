import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { WorkItem, WorkWatch } from '@tocsin/platform/reactor/watched-domain.js';
import type { HungWork } from './ended-work.js';
import { readEnded } from './hung-work.js';
import type { WatchdogOrder } from './watchdog.worker.js';
import { WorkWriter, createSharedState } from './watched-work.js';

/** Milliseconds. */
const beatInterval = 1_000;
/** How often the process is ended because of the same piece of work. */
const maxEnds = 2;
/** Megabytes: it counts seconds. */
const littleMemory = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 } as const;

export interface WatchdogDependencies {
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
export class Watchdog implements WorkWatch {
  private readonly state = createSharedState();
  private readonly writer = new WorkWriter(this.state);
  private readonly hungWork: readonly HungWork[];
  private stop: () => void = () => {};

  constructor(private readonly dependencies: WatchdogDependencies) {
    this.hungWork = readEnded(dependencies.file, dependencies.version);
  }

  start(): void {
    const { after, file, version, onTrouble } = this.dependencies;
    // a debugger stops the event loop on purpose
    if (after === 0 || inspectorUrl() !== undefined) return;
    const order: WatchdogOrder = { state: this.state, after, file, version, hungWork: this.hungWork };
    const worker = new Worker(new URL('watchdog.worker.js', import.meta.url), {
      workerData: order,
      name: 'watchdog',
      resourceLimits: littleMemory,
    });
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

  begin(work: WorkItem): void {
    this.writer.begin(work);
  }

  end(): void {
    this.writer.end();
  }

  isAbandoned(id: string): boolean {
    return this.hungWork.some((one) => one.id === id && one.times >= maxEnds);
  }

  shouldHalve([first, last]: readonly [first: number, last: number]): boolean {
    return this.hungWork.some(({ events }) => events !== undefined && events[0] <= last && first <= events[1]);
  }
}
