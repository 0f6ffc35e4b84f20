import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';

export interface ReactorSample {
  /** Ordinals: the end of the log, and the last handled event. */
  readonly head: number;
  readonly position: number;
  readonly isTimerDue: boolean;
}

/** The parts that can stall separately: a hung timer does not block the log, yet no timer fires after it. */
export type LaneSample = 'log' | 'timers';
const lines: readonly LaneSample[] = ['log', 'timers'];

/**
 * Milliseconds after which a line counts as stalled, if something waits and nothing of it was handled. A line that is late but makes progress does not.
 */
export const stalledAfter = 10_000;

/** Milliseconds. */
const pollInterval = 1_000;
/** Only the oldest check counts, and a stalled reactor must not collect them without limit. */
const maxLooks = 600;

/** Whether the reactor makes progress, and how late it is, by a monotonic clock. Checks every second, so both are known to the second. */
export class ReactorWatch {
  private readonly movedAt: Record<LaneSample, number>;
  private readonly idleAt: Record<LaneSample, number>;
  /** The log’s ends seen by checks that are not handled yet, oldest first. */
  private unhandled: { readonly ordinal: number; readonly at: number }[] = [];
  private dueSince: number | null = null;
  /** Consecutive checks at which each line was stalled: time in which the machine slept has no checks. */
  private readonly looksStill: Record<LaneSample, number> = { log: 0, timers: 0 };
  private cancel: () => void = () => {};

  constructor(
    private readonly monotonic: MonotonicClock = systemMonotonicClock,
    /** Called once whenever a line has been stalled for `stalledAfter`. */
    private readonly onStalled: (line: LaneSample) => void = () => {},
  ) {
    const now = monotonic.now();
    this.movedAt = { log: now, timers: now };
    this.idleAt = { log: now, timers: now };
  }

  start(look: () => Promise<ReactorSample>): void {
    const checkAgain = (): void => {
      const checkOnce = (): void =>
        void look()
          .then(
            (sample) => this.look(sample),
            () => {},
          )
          .then(checkAgain);
      this.cancel = this.monotonic.after(pollInterval, checkOnce, { isBackground: true });
    };
    checkAgain();
  }

  stop(): void {
    this.cancel();
  }

  noteMove(line: LaneSample): void {
    this.movedAt[line] = this.monotonic.now();
  }

  look({ head, position, isTimerDue }: ReactorSample): void {
    const now = this.monotonic.now();
    this.unhandled = this.unhandled.filter(({ ordinal }) => ordinal > position);
    const lastKnown = this.unhandled.at(-1)?.ordinal ?? position;
    if (head > lastKnown && this.unhandled.length < maxLooks) this.unhandled.push({ ordinal: head, at: now });
    this.dueSince = isTimerDue ? (this.dueSince ?? now) : null;
    if (head <= position) this.idleAt.log = now;
    if (!isTimerDue) this.idleAt.timers = now;
    for (const line of lines) this.lookAt(line);
  }

  /** Milliseconds for which something of one line has waited while nothing of it was handled; 0 when nothing waits. */
  stalledFor(): number {
    return Math.max(...lines.map((line) => this.stalledMillis(line)));
  }

  stalledLine(): LaneSample | undefined {
    return lines.find((line) => this.stalledMillis(line) > stalledAfter);
  }

  /** Milliseconds that the oldest waiting work has waited; 0 when there is none. */
  lateFor(): number {
    const since = Math.min(this.unhandled[0]?.at ?? Infinity, this.dueSince ?? Infinity);
    return since === Infinity ? 0 : this.monotonic.now() - since;
  }

  private lookAt(line: LaneSample): void {
    const isStill = this.stalledMillis(line) >= pollInterval;
    this.looksStill[line] = isStill ? this.looksStill[line] + 1 : 0;
    if (this.looksStill[line] === stalledAfter / pollInterval) this.onStalled(line);
  }

  private stalledMillis(line: LaneSample): number {
    const isWaiting = line === 'log' ? this.unhandled.length > 0 : this.dueSince !== null;
    return isWaiting ? this.monotonic.now() - Math.max(this.movedAt[line], this.idleAt[line]) : 0;
  }
}
