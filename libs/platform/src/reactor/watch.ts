import { systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';

/** How the reactor stands at one look. */
export interface Look {
  /** Ordinals: the end of the log, and what has been handled. */
  readonly head: number;
  readonly position: number;
  readonly isTimerDue: boolean;
}

/** Milliseconds between two looks. */
const lookEvery = 1_000;
/** Only the oldest counts: a reactor that stands still must not gather them for ever. */
const looksKept = 600;

/**
 * Whether the reactor moves, and how late it is: by a clock that only runs forward, whatever becomes of the one that decisions use. It
 * looks every second, so both are known to the second.
 */
export class ReactorWatch {
  private movedAt: number;
  private idleAt: number;
  /** Where the log ended at each look, as far as that has not been handled; the oldest first. */
  private unhandled: { readonly ordinal: number; readonly at: number }[] = [];
  private dueSince: number | null = null;
  private cancel: () => void = () => {};

  constructor(private readonly monotonic: MonotonicClock = systemMonotonicClock) {
    this.movedAt = this.idleAt = monotonic.now();
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
  moved(): void {
    this.movedAt = this.monotonic.now();
  }

  look({ head, position, isTimerDue }: Look): void {
    const now = this.monotonic.now();
    this.unhandled = this.unhandled.filter(({ ordinal }) => ordinal > position);
    const known = this.unhandled.at(-1)?.ordinal ?? position;
    if (head > known && this.unhandled.length < looksKept) this.unhandled.push({ ordinal: head, at: now });
    this.dueSince = isTimerDue ? (this.dueSince ?? now) : null;
    if (head <= position && !isTimerDue) this.idleAt = now;
  }

  /** Milliseconds for which something has waited and nothing at all was handled; 0 when nothing waits. */
  stalledFor(): number {
    const isWaiting = this.unhandled.length > 0 || this.dueSince !== null;
    return isWaiting ? this.monotonic.now() - Math.max(this.movedAt, this.idleAt) : 0;
  }

  /** Milliseconds for which the oldest thing that waits has waited; 0 when nothing does. */
  lateFor(): number {
    const since = Math.min(this.unhandled[0]?.at ?? Infinity, this.dueSince ?? Infinity);
    return since === Infinity ? 0 : this.monotonic.now() - since;
  }
}
