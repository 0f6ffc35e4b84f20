import TinyQueue from 'tinyqueue';
import { timersOf } from './due.js';
import { byRank, DueQueue, firstPortionOf, rankOf, type QueuedTimer } from './due-queue.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { isSameTimer, commandOfTimer, type PlannedCommand, type Timer } from './process.js';
import type { Domain, TimedRows } from '../registry.js';

const maxInOneGo = 128;

export interface DueTimer extends QueuedTimer {
  readonly planned: PlannedCommand;
}

interface ChangedRow {
  readonly timedRows: TimedRows;
  readonly id: string;
  readonly row: unknown;
  readonly epoch: number;
}

interface LapsingTimer {
  readonly at: string;
  readonly queued: QueuedTimer;
}

/** The timers of all streams by due time: derived from rows, never a source of truth. */
export class Timers {
  private readonly entries = new Map<string, ReadonlyMap<string, Timer>>();
  /** By stream, in the order of their first change. */
  private readonly changedRows = new Map<string, ChangedRow>();
  /** Timers that are not fired: `spent` ones (the command came to nothing) until their row changes, `aside` ones until they are revived. */
  private readonly quiet = new Map<string, Map<string, 'spent' | 'aside'>>();
  private readonly queue = new DueQueue((queuedTimer) => this.isAlive(queuedTimer));
  /** Timers set aside, by the instant at which they fire regardless. */
  private readonly lapsing = new TinyQueue<LapsingTimer>([], (a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

  /** Without `onFault`, errors of a row’s timers are rethrown. */
  constructor(
    private readonly onFault: (fault: unknown, stream: string) => void = (fault) => {
      throw fault;
    },
  ) {}

  /**
   * Plans the timers of a row when timers are next read: one decision changes a row by many events, of which the last counts. A row whose timers can’t be
   * computed gets none; rows of views without timers are skipped.
   */
  plan({ timers }: Domain, view: string, id: string, row: unknown, epoch: number): void {
    for (const timedRows of timers) {
      if (timedRows.view === view) this.changedRows.set(`${timedRows.category}-${id}`, { timedRows, id, row, epoch });
    }
  }

  private planChanged(): void {
    for (const [stream, { timedRows, id, row, epoch }] of this.changedRows) {
      this.changedRows.delete(stream);
      this.set(stream, this.planned(timedRows, id, row, epoch));
    }
  }

  private planned(timedRows: TimedRows, id: string, row: unknown, epoch: number): readonly Timer[] {
    try {
      return timersOf(timedRows, row, epoch);
    } catch (fault) {
      this.onFault(fault, `${timedRows.category}-${id}`);
      return [];
    }
  }

  planAll(domain: Domain, memory: MemoryRows, epoch: number): void {
    for (const view of new Set(domain.timers.map((timedRows) => timedRows.view))) {
      for (const [id, row] of memory.rows(view).entries()) this.plan(domain, view, id, row, epoch);
    }
  }

  set(stream: string, timers: readonly Timer[]): void {
    const quietTimers = this.quiet.get(stream);
    this.quiet.delete(stream);
    const before = this.entries.get(stream);
    const now = new Map(timers.map((timer) => [timer.name, timer]));
    if (now.size === 0) this.entries.delete(stream);
    else this.entries.set(stream, now);
    for (const timer of timers) {
      const isAsBefore = isQueuedAs(timer, before?.get(timer.name));
      const previousState = quietTimers?.get(timer.name);
      if (isAsBefore && previousState === 'aside') this.setQuiet({ stream, timer }, 'aside');
      else if (!isAsBefore || previousState !== undefined) this.queue.add({ stream, timer });
    }
  }

  /**
   * At most `maxCount` timers due at or before `now`: in firing order, then in the order of the row. A timer stays due until its stream changes or it is
   * spent.
   */
  takeDue(now: string, maxCount = Number.POSITIVE_INFINITY): readonly DueTimer[] {
    this.planChanged();
    for (let head = this.lapsing.peek(); head && head.at <= now; head = this.lapsing.peek()) this.revive(this.lapsing.pop()!.queued);
    const due = this.queue.takeDue(now, maxCount).toSorted((a, b) => byRank(a, b) || this.placeOf(a) - this.placeOf(b));
    return due.map(({ stream, timer }) => ({ stream, timer, planned: commandOfTimer(stream, timer) }));
  }

  /**
   * The first due timers that may be decided in any order; reading the next ones afterwards lets an urgent one overtake a storm. `isAny`: regardless of
   * their order, because a timer that fails must not block the others.
   */
  takePortion(now: string, isAny = false): readonly DueTimer[] {
    const due = this.takeDue(now, maxInOneGo);
    return isAny ? due : firstPortionOf(due);
  }

  /** The next instant at which a timer is due or lapses; for timers due already, the due time of the first. */
  next(): string | undefined {
    this.planChanged();
    const due = this.queue.next();
    for (let head = this.lapsing.peek(); head; head = this.lapsing.peek()) {
      if (this.isQuiet(head.queued)) return due === undefined || head.at < due ? head.at : due;
      this.lapsing.pop();
    }
    return due;
  }

  spend(queuedTimer: QueuedTimer): void {
    this.setQuiet(queuedTimer, 'spent');
  }

  /** Not fired until it is revived, planned again, or lapses. */
  postpone(queuedTimer: QueuedTimer): void {
    this.setQuiet(queuedTimer, 'aside');
    const { lapsesAt } = queuedTimer.timer;
    if (lapsesAt !== undefined) this.lapsing.push({ at: lapsesAt, queued: queuedTimer });
  }

  /** Returns whether it was quiet and its stream still waits for it. */
  revive(queuedTimer: QueuedTimer): boolean {
    this.planChanged();
    if (!this.isQuiet(queuedTimer)) return false;
    this.quiet.get(queuedTimer.stream)!.delete(queuedTimer.timer.name);
    this.queue.add(queuedTimer);
    return true;
  }

  /** Does nothing unless the timer was quiet and its stream still waits for it. */
  reviveByName(stream: string, name: string): void {
    this.planChanged();
    const timer = this.entries.get(stream)?.get(name);
    if (timer) this.revive({ stream, timer });
  }

  get size(): number {
    this.planChanged();
    return this.entries.size;
  }

  private placeOf({ stream, timer }: QueuedTimer): number {
    return [...(this.entries.get(stream)?.keys() ?? [])].indexOf(timer.name);
  }

  /** A timer that was planned again while it fired is in the queue again, and stays there. */
  private setQuiet(queuedTimer: QueuedTimer, state: 'spent' | 'aside'): void {
    this.planChanged();
    if (!this.isPlanned(queuedTimer)) return;
    const { stream, timer } = queuedTimer;
    this.quiet.set(stream, (this.quiet.get(stream) ?? new Map<string, 'spent' | 'aside'>()).set(timer.name, state));
  }

  private isPlanned({ stream, timer }: QueuedTimer): boolean {
    return isQueuedAs(timer, this.entries.get(stream)?.get(timer.name));
  }

  private isAlive(queuedTimer: QueuedTimer): boolean {
    return this.isPlanned(queuedTimer) && !this.quiet.get(queuedTimer.stream)?.has(queuedTimer.timer.name);
  }

  private isQuiet(queuedTimer: QueuedTimer): boolean {
    return this.isPlanned(queuedTimer) && this.quiet.get(queuedTimer.stream)?.has(queuedTimer.timer.name) === true;
  }
}

/** Whether both are the same timer, at the same position of the queue. */
const isQueuedAs = (timer: Timer, other: Timer | undefined): boolean => isSameTimer(other, timer) && rankOf(other!) === rankOf(timer);
