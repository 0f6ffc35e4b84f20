import TinyQueue from 'tinyqueue';
import type { World } from '@tocsin/kernel/replay/world.js';
import { earlier, plus } from '@tocsin/kernel/time.js';

interface Planned {
  readonly at: string;
  readonly n: number;
  readonly happens: () => void;
}

/** What is going to happen in a world from outside it. Time passes from one thing to the next, so that what follows from one may plan others. */
export class Agenda {
  private readonly queue = new TinyQueue<Planned>([], (a, b) => (a.at === b.at ? a.n - b.n : a.at < b.at ? -1 : 1));
  private planned = 0;

  constructor(private readonly world: World) {}

  /** So many milliseconds from now. */
  after(millis: number, happens: () => void): void {
    this.at(plus(this.world.now, millis), happens);
  }

  at(at: string, happens: () => void): void {
    this.planned += 1;
    this.queue.push({ at, n: this.planned, happens });
  }

  /** Lives until an instant. What a timer of the world causes may be due before what was planned next: so no step is longer than to the next timer. */
  liveUntil(instant: string): void {
    for (;;) {
      const next = this.queue.peek();
      const until = next && next.at < instant ? next.at : instant;
      const timer = this.world.nextDue();
      if (timer !== undefined && timer < until) {
        this.world.advanceTo(timer > this.world.now ? timer : this.world.now);
        continue;
      }
      this.world.advanceTo(earlier(until, instant));
      if (!next || next.at >= instant) return;
      // the way there may have planned something earlier
      if (this.queue.peek() !== next) continue;
      this.queue.pop();
      next.happens();
    }
  }
}
