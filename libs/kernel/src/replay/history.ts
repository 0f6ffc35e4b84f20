import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { timed, uncausedTimerId, type Planned } from '../react/process.js';
import type { Domain, TimedRows } from '../registry.js';
import { Streams } from './streams.js';
import { changesBy, idsIn } from '../rows/view.js';

/** What one command made of one stream. */
export interface Batch {
  readonly stream: string;
  readonly commandId: string;
  readonly meta: Meta;
  readonly events: readonly Recorded[];
  /** Of its first event. */
  readonly ordinal: number;
  /** The state that it was decided on. */
  readonly before: unknown;
}

interface Waiting {
  readonly timedRows: TimedRows;
  /** Every row that its view ever had under its id. */
  readonly rows: unknown[];
  /** By the id of the event that made it. */
  readonly madeBy: Map<string, unknown>;
}

/** A recorded log, by batch, by id and by ordinal, with what each command had before it. The events must begin with the first. */
export class History {
  readonly events: readonly Recorded[];
  readonly batches: readonly Batch[];
  private readonly byId: ReadonlyMap<string, Recorded>;
  private readonly byOrdinal: ReadonlyMap<number, Recorded>;
  /** By the rows that have timers, by their id. */
  private readonly waiting = new Map<TimedRows, Map<string, Waiting>>();
  private readonly uncaused = new Map<string, { read: number; readonly planned: Map<string, Planned> }>();
  private readonly commands = new Set<string>();

  constructor(
    private readonly domain: Domain,
    events: Iterable<Recorded>,
  ) {
    this.events = [...events];
    this.byId = new Map(this.events.map((event) => [event.id, event]));
    this.byOrdinal = new Map(this.events.map((event) => [event.ordinal, event]));
    this.batches = this.fold();
  }

  withId(id: string): Recorded | undefined {
    return this.byId.get(id);
  }
  at(ordinal: number): Recorded | undefined {
    return this.byOrdinal.get(ordinal);
  }
  /** Whether a command has made events of this stream. */
  has(stream: string, commandId: string): boolean {
    return this.commands.has(`${stream} ${commandId}`);
  }

  /** The timer whose command a batch is: it stands in the row that the event made which planned it. */
  timer({ stream, commandId, meta: { causationId, epoch = 0 } }: Batch): Planned | undefined {
    const waiting = this.waitingIn(stream);
    if (!waiting) return undefined;
    if (causationId === null) return this.uncausedTimer(waiting, stream, commandId, epoch);
    const row = waiting.madeBy.get(causationId);
    const timers = row === undefined ? [] : waiting.timedRows.due(row as never, epoch);
    return timers
      .filter(({ plannedBy }) => plannedBy === causationId)
      .map((timer) => timed(stream, timer))
      .find((planned) => planned.commandId === commandId);
  }

  /** What 0.1 wrote names no cause: the timer may be any that the stream ever had. */
  private uncausedTimer({ rows, timedRows }: Waiting, stream: string, commandId: string, epoch: number): Planned | undefined {
    const key = `${stream} ${epoch}`;
    const known = this.uncaused.get(key) ?? { read: 0, planned: new Map<string, Planned>() };
    this.uncaused.set(key, known);
    for (; known.read < rows.length && !known.planned.has(commandId); known.read += 1) {
      for (const timer of timedRows.due(rows[known.read] as never, epoch)) {
        known.planned.set(uncausedTimerId(stream, timer), timed(stream, timer));
      }
    }
    return known.planned.get(commandId);
  }

  private fold(): readonly Batch[] {
    const streams = new Streams(this.domain.deciders);
    const batches: (Batch & { events: Recorded[] })[] = [];
    for (const event of this.events) {
      const last = batches.at(-1);
      const { stream, meta, ordinal } = event;
      if (last?.stream === stream && last.commandId === meta.commandId) last.events.push(event);
      else batches.push({ stream, commandId: meta.commandId, meta, events: [event], ordinal, before: streams.of(stream).state });
      this.commands.add(`${stream} ${meta.commandId}`);
      streams.apply(event);
      this.keepRow(event);
    }
    return batches;
  }

  private waitingIn(stream: string): Waiting | undefined {
    for (const [{ category }, rows] of this.waiting) {
      const found = stream.startsWith(`${category}-`) ? rows.get(stream.slice(category.length + 1)) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** An event may plan for rows of other streams, too. */
  private keepRow(event: Recorded): void {
    for (const timedRows of this.domain.timers) {
      const view = this.domain.memory.find(({ name }) => name === timedRows.view);
      if (!view) continue;
      const kept = this.waiting.get(timedRows) ?? new Map<string, Waiting>();
      this.waiting.set(timedRows, kept);
      const changes = changesBy(
        view,
        event,
        (key) => kept.get(key)?.rows.at(-1),
        idsIn(view, () => [...kept].map(([id, { rows }]) => [id, rows.at(-1)] as const)),
      );
      for (const [key, row] of changes) {
        if (row === null) continue;
        const waiting = kept.get(key) ?? { timedRows, rows: [], madeBy: new Map<string, unknown>() };
        kept.set(key, waiting);
        waiting.madeBy.set(event.id, row);
        waiting.rows.push(row);
      }
    }
  }
}
