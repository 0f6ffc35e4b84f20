import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';

/** How the reactor stands at one look. */
export interface Look {
  /** Ordinals: the end of the log, and what has been handled. */
  readonly head: number;
  readonly position: number;
  readonly isTimerDue: boolean;
}

/** What stands still by itself: one hung timer ends no page of the log, and yet nothing is due any more after it. */
export type Line = 'log' | 'timers';
const lines: readonly Line[] = ['log', 'timers'];

/** Milliseconds for which something waits and nothing of its line is handled: then it stands still. Late but moving it does not. */
export const stalledAfter = 10_000;

/** Milliseconds between two looks. */
const lookEvery = 1_000;
/** Only the oldest counts: a reactor that stands still must not gather them for ever. */
const looksKept = 600;

/**
 * Whether the reactor moves, and how late it is: by a clock that only runs forward, whatever becomes of the one that decisions use. It
 * looks every second, so both are known to the second.
 */
export class ReactorWatch {
  private readonly movedAt: Record<Line, number>;
  private readonly idleAt: Record<Line, number>;
  /** Where the log ended at each look, as far as that has not been handled; the oldest first. */
  private unhandled: { readonly ordinal: number; readonly at: number }[] = [];
  private dueSince: number | null = null;
  /** Looks at which each line stood still, one after the other: a machine that slept has not been looked at. */
  private readonly looksStill: Record<Line, number> = { log: 0, timers: 0 };
  private cancel: () => void = () => {};

  constructor(
    private readonly monotonic: MonotonicClock = systemMonotonicClock,
    /** Told once whenever a line has stood still for so many looks. */
    private readonly onStalled: (line: Line) => void = () => {},
  ) {
    const now = monotonic.now();
    this.movedAt = { log: now, timers: now };
    this.idleAt = { log: now, timers: now };
  }

  start(look: () => Promise<Look>): void {
    const again = (): void => {
      const looked = (): void =>
        void look()
          .then(
            (seen) => this.look(seen),
            () => {},
          )
          .then(again);
      this.cancel = this.monotonic.after(lookEvery, looked, { background: true });
    };
    again();
  }

  stop(): void {
    this.cancel();
  }

  /** One thing was handled. */
  moved(line: Line): void {
    this.movedAt[line] = this.monotonic.now();
  }

  look({ head, position, isTimerDue }: Look): void {
    const now = this.monotonic.now();
    this.unhandled = this.unhandled.filter(({ ordinal }) => ordinal > position);
    const known = this.unhandled.at(-1)?.ordinal ?? position;
    if (head > known && this.unhandled.length < looksKept) this.unhandled.push({ ordinal: head, at: now });
    this.dueSince = isTimerDue ? (this.dueSince ?? now) : null;
    if (head <= position) this.idleAt.log = now;
    if (!isTimerDue) this.idleAt.timers = now;
    for (const line of lines) this.lookAt(line);
  }

  /** Milliseconds for which something of one line has waited and nothing of it was handled; 0 when nothing waits. */
  stalledFor(): number {
    return Math.max(...lines.map((line) => this.standsFor(line)));
  }

  /** Which line stands still, if one does. */
  stalledLine(): Line | undefined {
    return lines.find((line) => this.standsFor(line) > stalledAfter);
  }

  /** Milliseconds for which the oldest thing that waits has waited; 0 when nothing does. */
  lateFor(): number {
    const since = Math.min(this.unhandled[0]?.at ?? Infinity, this.dueSince ?? Infinity);
    return since === Infinity ? 0 : this.monotonic.now() - since;
  }

  private lookAt(line: Line): void {
    const isStill = this.standsFor(line) >= lookEvery;
    this.looksStill[line] = isStill ? this.looksStill[line] + 1 : 0;
    if (this.looksStill[line] === stalledAfter / lookEvery) this.onStalled(line);
  }

  private standsFor(line: Line): number {
    const isWaiting = line === 'log' ? this.unhandled.length > 0 : this.dueSince !== null;
    return isWaiting ? this.monotonic.now() - Math.max(this.movedAt[line], this.idleAt[line]) : 0;
  }
}
