import type { Recorded } from '@tocsin/contracts/envelope.js';
import { timed, uncausedTimerId, type Planned, type Timer } from '../react/process.js';
import type { Domain, TimedRows } from '../registry.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { Batch } from './history.js';

interface Found {
  readonly timer: Timer;
  readonly planned: Planned;
}

interface Planning {
  readonly timedRows: TimedRows;
  /** By the id of the event that planned something that still waits: the row that it made. */
  readonly madeBy: Map<string, unknown>;
  /** Those of which nothing waits any more. */
  readonly ended: Set<string>;
  /** The row as it stands. */
  row: unknown;
}

interface Past {
  readonly ordinal: number;
  readonly stream: string;
  readonly plannedBy: string;
}

/**
 * The timers that rows had when a decision was made by one. Rows are forgotten whose timers are gone, but a good while later: who decided
 * may have read an older memory than the one that is at hand.
 */
export class PlannedTimers {
  private readonly planning = new Map<string, Planning>();
  private readonly timedBy: ReadonlyMap<string, readonly TimedRows[]>;
  private past: Past[] = [];
  private event: Recorded | undefined;
  private epoch = 0;

  constructor(
    domain: Domain,
    private readonly memory: MemoryRows,
    /** For how many events a row is kept of which nothing waits any more. */
    private readonly window: number,
  ) {
    this.timedBy = new Map(domain.timers.map(({ view }) => [view, domain.timers.filter((one) => one.view === view)]));
    memory.onChange((view, id, row) => {
      for (const timedRows of this.timedBy.get(view) ?? []) this.keep(timedRows, `${timedRows.category}-${id}`, row);
    });
  }

  /** Memory folds this event next. */
  before(event: Recorded): void {
    this.event = event;
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    const gone = this.past.findIndex(({ ordinal }) => ordinal > event.ordinal - this.window);
    // in bulk: taking them one by one from the front would copy the list each time
    if (gone < 1_000 && !(gone === -1 && this.past.length > 1_000)) return;
    const old = gone === -1 ? this.past : this.past.slice(0, gone);
    this.past = gone === -1 ? [] : this.past.slice(gone);
    for (const { stream, plannedBy } of old) this.forget(stream, plannedBy);
  }

  /** The timer whose command a batch is: it stands in the row that the event made which planned it. */
  of({ stream, commandId, meta: { causationId, epoch = 0 } }: Batch): Found | undefined {
    const planning = this.planning.get(stream);
    if (!planning) return undefined;
    const { timedRows, madeBy } = planning;
    if (causationId === null) return this.uncaused(planning, stream, commandId, epoch);
    const row = madeBy.get(causationId);
    const timers = row === undefined ? [] : timedRows.due(row as never, epoch);
    return timers
      .filter(({ plannedBy }) => plannedBy === causationId)
      .map((timer) => ({ timer, planned: timed(stream, timer) }))
      .find(({ planned }) => planned.commandId === commandId);
  }

  /** What a stream waits for as memory stands, under an epoch. */
  waiting(stream: string, epoch: number): readonly Timer[] {
    const { row, timedRows } = this.planning.get(stream) ?? {};
    return timedRows && row !== null && row !== undefined ? timedRows.due(row as never, epoch) : [];
  }

  /** What 0.1 wrote names no cause: the timer may be any that the stream has, or had of late. */
  private uncaused({ timedRows, madeBy, row }: Planning, stream: string, commandId: string, epoch: number): Found | undefined {
    for (const one of [row, ...madeBy.values()]) {
      if (one === null || one === undefined) continue;
      const found = timedRows.due(one as never, epoch).find((timer) => uncausedTimerId(stream, timer) === commandId);
      if (found) return { timer: found, planned: timed(stream, found) };
    }
    return undefined;
  }

  private keep(timedRows: TimedRows, stream: string, row: unknown): void {
    const event = this.event!;
    const before = this.planning.get(stream);
    const planning = before ?? { timedRows, madeBy: new Map<string, unknown>(), ended: new Set<string>(), row };
    planning.row = row;
    // another reactor sees other timers: those of the calls that the one before it had begun
    const timers = row === null ? [] : [this.epoch, this.epoch + 1].flatMap((epoch) => timedRows.due(row as never, epoch));
    const plannedBy = new Set(timers.map((timer) => timer.plannedBy));
    if (plannedBy.has(event.id)) planning.madeBy.set(event.id, row);
    for (const id of planning.madeBy.keys()) {
      if (plannedBy.has(id) || planning.ended.has(id)) continue;
      planning.ended.add(id);
      this.past.push({ ordinal: event.ordinal, stream, plannedBy: id });
    }
    if (planning.madeBy.size > 0) this.planning.set(stream, planning);
  }

  private forget(stream: string, plannedBy: string): void {
    const planning = this.planning.get(stream);
    planning?.madeBy.delete(plannedBy);
    planning?.ended.delete(plannedBy);
    if (planning?.madeBy.size === 0) this.planning.delete(stream);
  }
}
