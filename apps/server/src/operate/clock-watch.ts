import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import { smallestStepBack, type ClockStep } from '@tocsin/platform/clock/steady-time.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';

/** Milliseconds. */
const pollInterval = 1_000;
const minute = 60_000;

export interface ClockWatchDependencies {
  readonly clock: Clock;
  readonly send: Dispatcher['send'];
  readonly troubles: Pick<ServerParts['troubles'], 'note'>;
  /** Epoch of this server’s reactor, whose clock decides when plans are due. 0: it has none. */
  readonly epoch: () => number;
}

/**
 * Watches this machine’s clock: reports a leap ahead, and records it on the log once it counts, as soon as the log can be written; so also
 * that the clock of the server that pages was set back.
 */
export class ClockWatch {
  /** The last step that counts. */
  step: ClockStep | null = null;
  private readonly unrecorded: { readonly step: ClockStep; readonly commandId: string; readonly epoch: number }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly records = new PQueue({ concurrency: 1 });
  private isDoubtReported = false;

  constructor(private readonly dependencies: ClockWatchDependencies) {
    if (dependencies.clock instanceof SystemClock) dependencies.clock.onStep((step) => this.noteStep(step));
  }

  /** `lastAlive`: last time the server was known to run. If it is in the future, the clock was set back while no server ran. */
  start(lastAlive: string | null): void {
    const [from, to] = [lastAlive === null ? 0 : Date.parse(lastAlive), Date.parse(this.dependencies.clock.now())];
    if (this.dependencies.clock instanceof SystemClock && from - to >= smallestStepBack) this.noteStep({ from, to });
    this.timer = setInterval(() => void this.look(), pollInterval);
    this.timer.unref();
  }

  /** Records first what counts by now. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.look();
  }

  /** Resolves when all pending records have been tried. */
  look(): Promise<void> {
    this.sayDoubt();
    if (this.unrecorded.length > 0) void this.records.add(() => this.record());
    return this.records.onIdle();
  }

  private noteStep(step: ClockStep): void {
    this.dependencies.troubles.note('clock', new Error(stepWords(step)));
    const epoch = this.dependencies.epoch();
    if (step.to < step.from && epoch === 0) return;
    this.step = step;
    this.unrecorded.push({ step, commandId: randomUUID(), epoch });
  }

  private sayDoubt(): void {
    const { clock, troubles } = this.dependencies;
    // reading the time is what detects a leap
    const now = clock.now();
    const aheadMs = clock instanceof SystemClock ? clock.doubtedBy : 0;
    if (aheadMs > 0 && !this.isDoubtReported) troubles.note('clock', new Error(describeDoubt(now, aheadMs)));
    this.isDoubtReported = aheadMs > 0;
  }

  private async record(): Promise<void> {
    for (let next = this.unrecorded[0]; next; next = this.unrecorded[0]) {
      const { step, commandId, epoch } = next;
      const data = { from: new Date(step.from).toISOString(), to: new Date(step.to).toISOString(), epoch };
      try {
        await this.dependencies.send('RecordClockStep', data, { commandId, actor: systemActor });
        this.unrecorded.shift();
      } catch (error) {
        this.dependencies.troubles.note('clock', error);
        return;
      }
    }
  }
}

const describeDoubt = (now: string, aheadMs: number): string =>
  `The machine’s clock was set forward by ${Math.round(aheadMs / minute)} min. Tocsin keeps its own time, ${now.slice(11, 16)} UTC, until the clock has stayed there for a minute.`;

const stepWords = ({ from, to }: ClockStep): string =>
  `The machine’s clock was set ${to < from ? 'back' : 'forward'} by ${Math.round(Math.abs(to - from) / minute)} min.`;
