import type { Work } from '@tocsin/kernel/react/page-ports.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import type { LaneSample } from './watch.js';

interface StartedWork {
  readonly name: string;
  readonly at: number;
}

const nameOf = ({ kind, what, event }: Work): string =>
  kind === 'run'
    ? `a run of ${what} that begins with event ${event.ordinal}`
    : `the reaction “${what}” to event ${event.ordinal} (${event.type})`;

/** Unfinished work of the reactor, so that work that never ends can be named: one piece of the log at a time, and several timers. */
export class CurrentWork {
  private ofLog: StartedWork | undefined;
  private readonly ofTimers = new Map<DueTimer, StartedWork>();

  constructor(private readonly monotonic: MonotonicClock) {}

  begin(work: Work): void {
    this.ofLog = this.startedWork(nameOf(work));
  }

  pageEnds(): void {
    this.ofLog = undefined;
  }

  async trackTimer<T>(due: DueTimer, fire: () => Promise<T>): Promise<T> {
    this.ofTimers.set(due, this.startedWork(`the timer “${due.timer.name}” of ${due.stream}`));
    try {
      return await fire();
    } finally {
      this.ofTimers.delete(due);
    }
  }

  /** Describes the oldest unfinished work of one line, and for how many seconds it has been running. */
  describeLongest(line: LaneSample): string | undefined {
    const oldest = line === 'log' ? this.ofLog : this.ofTimers.values().next().value;
    return oldest && `${oldest.name} has not ended for ${Math.floor((this.monotonic.now() - oldest.at) / 1_000)} s`;
  }

  private startedWork(name: string): StartedWork {
    return { name, at: this.monotonic.now() };
  }
}
