import type { Recorded } from '@tocsin/contracts/envelope.js';
import { timersOf } from '../react/due.js';
import { commandOfTimer, type PlannedCommand, type Timer } from '../react/process.js';
import type { Domain, TimedRows } from '../registry.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { Batch } from './history.js';

interface FoundTimer {
  readonly timer: Timer;
  readonly planned: PlannedCommand;
}

interface TimerPlans {
  readonly timedRows: TimedRows;
  /** By the id of the event that planned a timer: the row that the event made. */
  readonly madeBy: Map<string, unknown>;
  readonly ended: Set<string>;
  row: unknown;
}

interface PastTimer {
  readonly ordinal: number;
  readonly stream: string;
  readonly plannedBy: string;
}

/**
 * The timers behind recorded decisions. A row is kept for a while after its timers are gone, because the decider may have read an older memory than the
 * current one.
 */
export class PlannedTimers {
  private readonly planning = new Map<string, TimerPlans>();
  private readonly timedBy: ReadonlyMap<string, readonly TimedRows[]>;
  private pastTimers: PastTimer[] = [];
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

  /** Must be called before memory takes over rows. `epoch`: that at this place of the log. */
  beginAt(epoch: number): void {
    this.epoch = epoch;
  }

  /** Rows that memory took over, with their timers: the events that planned these are not folded. */
  private keepTakenOver(timedRows: TimedRows, stream: string, row: unknown): void {
    const madeBy = new Map(this.timersOfBoth(timedRows, row).map(({ plannedBy }) => [plannedBy, row]));
    if (madeBy.size > 0) this.planning.set(stream, { timedRows, madeBy, ended: new Set(), row });
  }

  /** The next reactor has other timers: those for calls started by the previous one. */
  private timersOfBoth(timedRows: TimedRows, row: unknown): readonly Timer[] {
    return [this.epoch, this.epoch + 1].flatMap((epoch) => timersOf(timedRows, row, epoch));
  }

  /** Must be called before memory folds the event. */
  before(event: Recorded): void {
    this.event = event;
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    const cutIndex = this.pastTimers.findIndex(({ ordinal }) => ordinal > event.ordinal - this.window);
    // in bulk: removing entries one by one from the front would copy the list each time
    if (cutIndex < 1_000 && !(cutIndex === -1 && this.pastTimers.length > 1_000)) return;
    const old = cutIndex === -1 ? this.pastTimers : this.pastTimers.slice(0, cutIndex);
    this.pastTimers = cutIndex === -1 ? [] : this.pastTimers.slice(cutIndex);
    for (const { stream, plannedBy } of old) this.forget(stream, plannedBy);
  }

  of({ stream, commandId, meta: { causationId, epoch = 0 } }: Batch): FoundTimer | undefined {
    const timerPlans = this.planning.get(stream);
    if (!timerPlans || causationId === null) return undefined;
    const { timedRows, madeBy } = timerPlans;
    return timersOf(timedRows, madeBy.get(causationId), epoch)
      .filter(({ plannedBy }) => plannedBy === causationId)
      .map((timer) => ({ timer, planned: commandOfTimer(stream, timer) }))
      .find(({ planned }) => planned.commandId === commandId);
  }

  private keep(timedRows: TimedRows, stream: string, row: unknown): void {
    const { event } = this;
    if (!event) return this.keepTakenOver(timedRows, stream, row);
    const before = this.planning.get(stream);
    const timerPlans = before ?? { timedRows, madeBy: new Map<string, unknown>(), ended: new Set<string>(), row };
    timerPlans.row = row;
    const plannedBy = new Set(this.timersOfBoth(timedRows, row).map((timer) => timer.plannedBy));
    if (plannedBy.has(event.id)) timerPlans.madeBy.set(event.id, row);
    for (const id of timerPlans.madeBy.keys()) {
      if (plannedBy.has(id) || timerPlans.ended.has(id)) continue;
      timerPlans.ended.add(id);
      this.pastTimers.push({ ordinal: event.ordinal, stream, plannedBy: id });
    }
    if (timerPlans.madeBy.size > 0) this.planning.set(stream, timerPlans);
  }

  private forget(stream: string, plannedBy: string): void {
    const timerPlans = this.planning.get(stream);
    timerPlans?.madeBy.delete(plannedBy);
    timerPlans?.ended.delete(plannedBy);
    if (timerPlans?.madeBy.size === 0) this.planning.delete(stream);
  }
}
