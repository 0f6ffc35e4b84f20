import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MonotonicClock } from '../clock/monotonic-clock.js';
import type { Effect } from './effect.js';

export interface CallsParts {
  readonly effects: Readonly<Record<string, Effect>>;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** The call that this event asked for has ended. */
  readonly ended: (event: Recorded) => void;
}

/** Calls to the outside that are under way: begun because of an event, and not waited for. */
export class Calls {
  /** With when they began. */
  private readonly underWay = new Map<Promise<void>, number>();
  /** Effects up to this ordinal have begun: a page that is handled again begins none twice. */
  private begunUpTo = 0;

  constructor(private readonly parts: CallsParts) {}

  beginAfter(ordinal: number): void {
    this.begunUpTo = ordinal;
  }

  begin(event: Recorded): void {
    const { effects, monotonic, onTrouble, ended } = this.parts;
    const effect = effects[event.type];
    if (!effect || event.ordinal <= this.begunUpTo) return;
    this.begunUpTo = event.ordinal;
    const call: Promise<void> = effect(event)
      .catch(onTrouble)
      .finally(() => {
        this.underWay.delete(call);
        ended(event);
      });
    this.underWay.set(call, monotonic.now());
  }

  get size(): number {
    return this.underWay.size;
  }

  /** Those that began less than so many milliseconds ago. */
  youngerThan(milliseconds: number): number {
    const since = this.parts.monotonic.now() - milliseconds;
    return [...this.underWay.values()].filter((began) => began > since).length;
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.underWay.keys());
  }
}
