import TinyQueue from 'tinyqueue';
import type { MemoryRows } from './memory-rows.js';
import { isSameTimer, timed, type Planned, type Timer } from './process.js';
import type { Domain, TimedRows } from './registry.js';

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

  /** Without `onFault` what a row’s timers throw is thrown. */
  constructor(
    private readonly onFault: (fault: unknown, stream: string) => void = (fault) => {
      throw fault;
    },
  ) {}

  /** What a row of memory waits for; one whose timers can’t be worked out waits for nothing. Rows that have no timers are passed over. */
  plan({ timers }: Domain, view: string, id: string, row: unknown, epoch: number): void {
    for (const timedRows of timers) {
      if (timedRows.view === view) this.set(`${timedRows.category}-${id}`, row === null ? [] : this.timersOf(timedRows, id, row, epoch));
    }
  }

  private timersOf({ category, due }: TimedRows, id: string, row: unknown, epoch: number): readonly Timer[] {
    try {
      return due(row as never, epoch);
    } catch (fault) {
      this.onFault(fault, `${category}-${id}`);
      return [];
    }
  }

  /** What all rows of memory wait for. */
  planAll(domain: Domain, memory: MemoryRows, epoch: number): void {
    for (const view of new Set(domain.timers.map((timedRows) => timedRows.view))) {
      for (const [id, row] of memory.rows(view).entries()) this.plan(domain, view, id, row, epoch);
    }
  }

  /** Replaces what this stream waits for. */
  set(stream: string, timers: readonly Timer[]): void {
    const spent = this.spent.get(stream);
    this.spent.delete(stream);
    const before = this.entries.get(stream);
    const now = new Map(timers.map((timer) => [timer.name, timer]));
    if (now.size === 0) this.entries.delete(stream);
    else this.entries.set(stream, now);
    for (const timer of timers)
      if (spent?.has(timer.name) || !isSameTimer(before?.get(timer.name), timer)) this.queue.push({ stream, timer });
  }

  /** What is due at or before `now`, oldest first. It stays due until its stream says otherwise, or it is spent. */
  due(now: string): readonly DueTimer[] {
    const due = new Map<string, Queued>();
    for (let head = this.queue.peek(); head && head.timer.dueAt <= now; head = this.queue.peek()) {
      this.queue.pop();
      // one that was spent and revived may stand there twice
      if (this.isAlive(head)) due.set(`${head.stream} ${head.timer.name}`, head);
    }
    for (const queued of due.values()) this.queue.push(queued);
    return [...due.values()].map(({ stream, timer }) => ({ stream, timer, planned: timed(stream, timer) }));
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

  /** It is due again, if its stream still waits for it. */
  revive({ stream, timer }: Queued): void {
    if (this.spent.get(stream)?.delete(timer.name)) this.queue.push({ stream, timer });
  }

  /** The timer of this name is due again, if it was spent and its stream still waits for it. */
  reviveNamed(stream: string, name: string): void {
    const timer = this.entries.get(stream)?.get(name);
    if (timer) this.revive({ stream, timer });
  }

  /** Streams that wait for something. */
  get size(): number {
    return this.entries.size;
  }

  private isAlive({ stream, timer }: Queued): boolean {
    return isSameTimer(this.entries.get(stream)?.get(timer.name), timer) && !this.spent.get(stream)?.has(timer.name);
  }
}
