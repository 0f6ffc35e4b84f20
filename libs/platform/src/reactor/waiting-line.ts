import TinyQueue from 'tinyqueue';
import { byRank } from '@tocsin/kernel/react/due-queue.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';

/** Claims that wait for slots of the same providers, in firing order. Each waits once. */
export class WaitingLine {
  private readonly queue = new TinyQueue<DueTimer>([], byRank);
  /** The latest request of each claim; an outdated one is dropped in its turn. */
  private readonly timers = new Map<string, DueTimer>();

  join(due: DueTimer): void {
    const { commandId } = due.planned;
    const before = this.timers.get(commandId);
    if (before && byRank(before, due) === 0) return;
    this.timers.set(commandId, due);
    this.queue.push(due);
  }

  isBehind(due: DueTimer): boolean {
    const { first } = this;
    return first !== undefined && first.planned.commandId !== due.planned.commandId && byRank(first, due) < 0;
  }

  next(): DueTimer | undefined {
    const { first } = this;
    if (first) this.leave(first);
    return first;
  }

  leave({ planned: { commandId } }: DueTimer): void {
    this.timers.delete(commandId);
  }

  get size(): number {
    return this.timers.size;
  }

  get first(): DueTimer | undefined {
    for (let head = this.queue.peek(); head; head = this.queue.peek()) {
      if (this.timers.get(head.planned.commandId) === head) return head;
      this.queue.pop();
    }
    return undefined;
  }
}
