import type { Recorded } from '@tocsin/contracts/envelope.js';
import { timersOf } from '../react/due.js';
import { timed, uncausedTimerId, type Planned, type Timer } from '../react/process.js';
import type { Domain, TimedRows } from '../registry.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { Batch } from './history.js';

interface FoundTimer {
  readonly timer: Timer;
  readonly planned: Planned;
}

interface Planning {
  readonly timedRows: TimedRows;
  /** By the id of an event that planned a timer: the row that the event made. */
  readonly madeBy: Map<string, unknown>;
  /** Ids of planning events whose timers are gone. */
  readonly ended: Set<string>;
  /** The current row. */
  row: unknown;
}

interface Past {
  readonly ordinal: number;
  readonly stream: string;
  readonly plannedBy: string;
}

/**
 * The timers that rows had when a decision was made by one. A row is kept for a while after its timers are gone,
 * because the decider may have read an older memory than the current one.
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
    /** For how many events a row is kept after its timers are gone. */
    private readonly window: number,
  ) {
    this.timedBy = new Map(domain.timers.map(({ view }) => [view, domain.timers.filter((one) => one.view === view)]));
    memory.onChange((view, id, row) => {
      for (const timedRows of this.timedBy.get(view) ?? []) this.keep(timedRows, `${timedRows.category}-${id}`, row);
    });
  }

  /** Call it before memory folds this event. */
  before(event: Recorded): void {
    this.event = event;
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    const expired = this.past.findIndex(({ ordinal }) => ordinal > event.ordinal - this.window);
    // in bulk: removing entries one by one from the front would copy the list each time
    if (expired < 1_000 && !(expired === -1 && this.past.length > 1_000)) return;
    const old = expired === -1 ? this.past : this.past.slice(0, expired);
    this.past = expired === -1 ? [] : this.past.slice(expired);
    for (const { stream, plannedBy } of old) this.forget(stream, plannedBy);
  }

  /** The timer whose command made this batch: found in the row made by the event that planned it. */
  of({ stream, commandId, meta: { causationId, epoch = 0 } }: Batch): FoundTimer | undefined {
    const planning = this.planning.get(stream);
    if (!planning) return undefined;
    const { timedRows, madeBy } = planning;
    if (causationId === null) return this.uncaused(planning, stream, commandId, epoch);
    return timersOf(timedRows, madeBy.get(causationId), epoch)
      .filter(({ plannedBy }) => plannedBy === causationId)
      .map((timer) => ({ timer, planned: timed(stream, timer) }))
      .find(({ planned }) => planned.commandId === commandId);
  }

  /** The current timers of a stream, under an epoch. */
  waiting(stream: string, epoch: number): readonly Timer[] {
    const { row, timedRows } = this.planning.get(stream) ?? {};
    return timedRows ? timersOf(timedRows, row, epoch) : [];
  }

  /** Batches of 0.1 contain no cause, so the timer may be any that the stream has or recently had. */
  private uncaused({ timedRows, madeBy, row }: Planning, stream: string, commandId: string, epoch: number): FoundTimer | undefined {
    for (const one of [row, ...madeBy.values()]) {
      const found = timersOf(timedRows, one, epoch).find((timer) => uncausedTimerId(stream, timer) === commandId);
      if (found) return { timer: found, planned: timed(stream, found) };
    }
    return undefined;
  }

  private keep(timedRows: TimedRows, stream: string, row: unknown): void {
    const event = this.event!;
    const before = this.planning.get(stream);
    const planning = before ?? { timedRows, madeBy: new Map<string, unknown>(), ended: new Set<string>(), row };
    planning.row = row;
    // the next reactor has other timers: those for calls started by the previous one
    const timers = [this.epoch, this.epoch + 1].flatMap((epoch) => timersOf(timedRows, row, epoch));
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
