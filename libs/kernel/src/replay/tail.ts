import type { Recorded } from '@tocsin/contracts/envelope.js';

/** The last events of a log without gaps: all of them, or at least `keeps`. */
export class Tail {
  readonly events: Recorded[] = [];
  head = 0;

  constructor(private readonly keeps = Infinity) {}

  push(event: Recorded): void {
    this.events.push(event);
    this.head = event.ordinal;
  }

  at(ordinal: number): Recorded | undefined {
    return this.events[this.place(ordinal)];
  }

  /** The events after an ordinal, as far as they are kept. */
  after(ordinal: number): readonly Recorded[] {
    return this.events.slice(Math.max(0, this.place(ordinal + 1)));
  }

  /** Drops the oldest events once there is a tenth too many: dropping them one by one would move all the others each time. */
  forget(): void {
    if (this.events.length > 1.1 * this.keeps) this.events.splice(0, this.events.length - this.keeps);
  }

  private place(ordinal: number): number {
    return this.events.length - 1 - (this.head - ordinal);
  }
}
