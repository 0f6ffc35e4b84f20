import TinyQueue from 'tinyqueue';
import type { Timer } from './process.js';

export interface Queued {
  readonly stream: string;
  readonly timer: Timer;
}

export const rankOf = ({ rank }: Timer): number => rank ?? 0;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Streams of which something is due in the same instant go by their names: the order in which the queue was filled is another one after a restart. */
const byTime = (a: Queued, b: Queued): number => byText(a.timer.dueAt, b.timer.dueAt) || byText(a.stream, b.stream);

/** What goes before what: the lower rank, then whatever was due before. */
export const byRank = (a: Queued, b: Queued): number => rankOf(a.timer) - rankOf(b.timer) || byTime(a, b);

/** Timers that wait for their instant, and those whose instant has come, in the order in which they go. Neither is ever sorted as a whole. */
export class DueQueue {
  private readonly ahead = new TinyQueue<Queued>([], byTime);
  private readonly ready = new TinyQueue<Queued>([], byRank);

  /** `isAlive`: whether an entry is still meant; those that are not are dropped when they come up. */
  constructor(private readonly isAlive: (queued: Queued) => boolean) {}

  add(queued: Queued): void {
    this.ahead.push(queued);
  }

  /** Due at or before `now`: at most so many, those that go first. They stay in the queue. */
  due(now: string, most: number): readonly Queued[] {
    for (let head = this.ahead.peek(); head && head.timer.dueAt <= now; head = this.ahead.peek()) this.ready.push(this.ahead.pop()!);
    const due = new Map<string, Queued>();
    while (due.size < most) {
      const head = this.ready.pop();
      if (!head) break;
      if (!this.isAlive(head)) continue;
      // the clock was set back meanwhile
      if (head.timer.dueAt > now) this.ahead.push(head);
      // one that was spent and revived may stand there twice
      else due.set(`${head.stream} ${head.timer.name}`, head);
    }
    for (const queued of due.values()) this.ready.push(queued);
    return [...due.values()];
  }

  /** When something is due; of what is due already, that which goes first. */
  next(): string | undefined {
    return this.headOf(this.ready) ?? this.headOf(this.ahead);
  }

  private headOf(queue: TinyQueue<Queued>): string | undefined {
    for (let head = queue.peek(); head; head = queue.peek()) {
      if (this.isAlive(head)) return head.timer.dueAt;
      queue.pop();
    }
    return undefined;
  }
}
