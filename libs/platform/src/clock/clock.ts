import { machineTimes, SteadyTime, type ClockStep, type MachineTimes } from './steady-time.js';

/** The only clock of a node. No other code reads the time. */
export abstract class Clock {
  abstract readonly kind: 'system' | 'manual';
  /** ISO 8601 with milliseconds. */
  abstract now(): string;
  /** Calls back once this instant is reached, at most a second late after a jump of the clock. Returns a function that cancels it. */
  abstract at(instant: string, call: () => void): () => void;
}

/** In milliseconds; after each sleep the time is checked again. */
const longestSleep = 1_000;

/** The machine’s clock, without jumps that are soon reverted: see `SteadyTime`. */
export class SystemClock extends Clock {
  readonly kind = 'system';
  private readonly time: SteadyTime;
  private tellOf: (step: ClockStep) => void = () => {};

  constructor(private readonly machine: MachineTimes = machineTimes) {
    super();
    this.time = new SteadyTime(machine, (step) => this.tellOf(step));
  }
  now(): string {
    return new Date(this.time.now()).toISOString();
  }
  at(instant: string, call: () => void): () => void {
    // timers of the process stop while the machine sleeps, and don’t notice that its clock was set
    const wait = Math.min(Math.max(Date.parse(instant) - this.time.now(), 0), longestSleep);
    let cancel = this.machine.monotonic.after(wait, () => {
      if (this.now() >= instant) call();
      else cancel = this.at(instant, call);
    });
    return () => cancel();
  }
  /** Milliseconds by which the machine’s clock is ahead of the time in use, because it has just been set. */
  get doubtedBy(): number {
    return this.time.doubtedBy;
  }
  /** One listener, called when a jump ahead is accepted, and when the clock was set back. */
  onStep(listener: (step: ClockStep) => void): void {
    this.tellOf = listener;
  }
}

/** A controllable clock: for tests, for the drill, and for trying the product from outside. */
export class ManualClock extends Clock {
  readonly kind = 'manual';
  private readonly alarms = new Set<{ readonly instant: string; readonly call: () => void }>();
  constructor(private instant: string) {
    super();
  }
  now(): string {
    return this.instant;
  }
  at(instant: string, call: () => void): () => void {
    const alarm = { instant, call };
    if (instant <= this.instant) queueMicrotask(call);
    else this.alarms.add(alarm);
    return () => void this.alarms.delete(alarm);
  }
  /** The next alarm at or before `target`. */
  nextAlarm(target: string): string | undefined {
    return [...this.alarms]
      .map((alarm) => alarm.instant)
      .filter((instant) => instant <= target)
      .toSorted()[0];
  }
  /** Never moves back. Triggers the alarms that are due. */
  moveTo(instant: string): void {
    if (instant > this.instant) this.instant = instant;
    for (const alarm of [...this.alarms].toSorted((a, b) => (a.instant < b.instant ? -1 : 1))) {
      if (alarm.instant > this.instant) continue;
      this.alarms.delete(alarm);
      alarm.call();
    }
  }
}
