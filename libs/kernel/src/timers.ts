import TinyQueue from 'tinyqueue';
import { timed, type Planned, type Timer } from './process.js';

export interface DueTimer {
  readonly stream: string;
  readonly timer: Timer;
  readonly planned: Planned;
}

interface Queued {
  readonly stream: string;
  readonly timer: Timer;
}

/** What is due when, over all streams: folded from rows, never a truth of its own. */
export class Timers {
  private readonly entries = new Map<string, ReadonlyMap<string, Timer>>();
  /** Timers whose command came to nothing: not fired again until their row changes. */
  private readonly spent = new Map<string, Set<string>>();
  /** By due time; entries that were replaced meanwhile are dropped when they come up. */
  private readonly queue = new TinyQueue<Queued>([], (a, b) =>
    a.timer.dueAt < b.timer.dueAt ? -1 : a.timer.dueAt > b.timer.dueAt ? 1 : 0,
  );

  /** Replaces what this stream waits for. */
  set(stream: string, timers: readonly Timer[]): void {
    this.spent.delete(stream);
    const before = this.entries.get(stream);
    const now = new Map(timers.map((timer) => [timer.name, timer]));
    if (now.size === 0) this.entries.delete(stream);
    else this.entries.set(stream, now);
    for (const timer of timers) if (before?.get(timer.name)?.dueAt !== timer.dueAt) this.queue.push({ stream, timer });
  }

  /** What is due at or before `now`, oldest first. It stays due until its stream says otherwise, or it is spent. */
  due(now: string): readonly DueTimer[] {
    const due: Queued[] = [];
    for (let head = this.queue.peek(); head && head.timer.dueAt <= now; head = this.queue.peek()) {
      this.queue.pop();
      if (this.isAlive(head)) due.push(head);
    }
    for (const queued of due) this.queue.push(queued);
    return due.map(({ stream, timer }) => ({ stream, timer, planned: timed(stream, timer) }));
  }

  /** The earliest instant at which something is due. */
  next(): string | undefined {
    for (let head = this.queue.peek(); head; head = this.queue.peek()) {
      if (this.isAlive(head)) return head.timer.dueAt;
      this.queue.pop();
    }
    return undefined;
  }

  spend({ stream, timer }: DueTimer): void {
    this.spent.set(stream, (this.spent.get(stream) ?? new Set()).add(timer.name));
  }

  /** Streams that wait for something. */
  get size(): number {
    return this.entries.size;
  }

  private isAlive({ stream, timer }: Queued): boolean {
    return this.entries.get(stream)?.get(timer.name)?.dueAt === timer.dueAt && !this.spent.get(stream)?.has(timer.name);
  }
}
