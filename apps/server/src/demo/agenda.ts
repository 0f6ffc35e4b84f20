import TinyQueue from 'tinyqueue';
import type { World } from '@tocsin/kernel/replay/world.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';

interface AgendaEntry {
  readonly at: string;
  readonly n: number;
  readonly run: () => void;
}

/** External events of a simulated world, in time order. The world’s time advances from one to the next, so that one can plan others. */
export class Agenda {
  private readonly queue = new TinyQueue<AgendaEntry>([], (a, b) => (a.at === b.at ? a.n - b.n : a.at < b.at ? -1 : 1));
  private entryCount = 0;

  constructor(private readonly world: World) {}

  /** In this many milliseconds. */
  scheduleAfter(millis: number, happens: () => void): void {
    this.scheduleAt(addMillis(this.world.now, millis), happens);
  }

  scheduleAt(at: string, happens: () => void): void {
    this.entryCount += 1;
    this.queue.push({ at, n: this.entryCount, run: happens });
  }

  /**
   * Runs until an instant. A timer of the world may plan something earlier than the next planned event, so no step goes past the
   * next timer.
   */
  liveUntil(instant: string): void {
    for (;;) {
      const next = this.queue.peek();
      const until = next && next.at < instant ? next.at : instant;
      const timer = this.world.nextDue();
      if (timer !== undefined && timer < until) {
        this.world.advanceTo(timer > this.world.now ? timer : this.world.now);
        continue;
      }
      this.world.advanceTo(earlierOf(until, instant));
      if (!next || next.at >= instant) return;
      // a timer on the way may have planned something earlier
      if (this.queue.peek() !== next) continue;
      this.queue.pop();
      next.run();
    }
  }
}
