import TinyQueue from 'tinyqueue';
import type { Timer } from './process.js';

export interface QueuedTimer {
  readonly stream: string;
  readonly timer: Timer;
}

export const rankOf = ({ rank }: Timer): number => rank ?? 0;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byTime = (a: QueuedTimer, b: QueuedTimer): number => byText(a.timer.dueAt, b.timer.dueAt);

const isGathering = ({ timer }: QueuedTimer): boolean => timer.gathersUntil !== undefined;
const turnOf = ({ dueAt, gathersUntil }: Timer): string => gathersUntil ?? dueAt;

/**
 * Rank, then due time, then timers that gather after others, then stream: a restart fills the queue in another order, so equal times need a fixed one.
 */
export const byRank = (a: QueuedTimer, b: QueuedTimer): number =>
  rankOf(a.timer) - rankOf(b.timer) ||
  byText(turnOf(a.timer), turnOf(b.timer)) ||
  Number(isGathering(a)) - Number(isGathering(b)) ||
  byText(a.stream, b.stream);

/**
 * The first due timers that may be decided in any order: of one rank, and none that gathers behind one that it gathers from. The live reactor and a
 * `World` decide them in these portions, so that one instant is one instant in both.
 */
export const firstPortionOf = <T extends QueuedTimer>(due: readonly T[]): readonly T[] => {
  const end = due.findIndex(
    (one, n) => n > 0 && (rankOf(one.timer) !== rankOf(due[0]!.timer) || (isGathering(one) && !isGathering(due[n - 1]!))),
  );
  return end === -1 ? due : due.slice(0, end);
};

/** Timers that are not due yet, and due ones in firing order. Both are heaps: neither list is ever sorted as a whole. */
export class DueQueue {
  private readonly ahead = new TinyQueue<QueuedTimer>([], byTime);
  private readonly dueTimers = new TinyQueue<QueuedTimer>([], byRank);

  /** `isAlive`: whether an entry is still valid; invalid ones are dropped when they reach the head. */
  constructor(private readonly isAlive: (queuedTimer: QueuedTimer) => boolean) {}

  add(queuedTimer: QueuedTimer): void {
    this.ahead.push(queuedTimer);
  }

  /** The first `maxCount` timers due at or before `now`, in firing order. They stay in the queue. */
  takeDue(now: string, maxCount: number): readonly QueuedTimer[] {
    for (let head = this.ahead.peek(); head && head.timer.dueAt <= now; head = this.ahead.peek()) this.dueTimers.push(this.ahead.pop()!);
    const due = new Map<string, QueuedTimer>();
    while (due.size < maxCount) {
      const head = this.dueTimers.pop();
      if (!head) break;
      if (!this.isAlive(head)) continue;
      // the clock was set back meanwhile
      if (head.timer.dueAt > now) this.ahead.push(head);
      // a timer that was spent and revived may be in the queue twice
      else due.set(`${head.stream} ${head.timer.name}`, head);
    }
    for (const queuedTimer of due.values()) this.dueTimers.push(queuedTimer);
    return [...due.values()];
  }

  /** The due time of the timer that fires first. */
  next(): string | undefined {
    return this.headOf(this.dueTimers) ?? this.headOf(this.ahead);
  }

  private headOf(queue: TinyQueue<QueuedTimer>): string | undefined {
    for (let head = queue.peek(); head; head = queue.peek()) {
      if (this.isAlive(head)) return head.timer.dueAt;
      queue.pop();
    }
    return undefined;
  }
}
