import type { Recorded } from '@tocsin/contracts/envelope.js';
import { DecisionStep, type RoutedCommand, type Order } from '../decide/decision-step.js';
import type { Batch, History } from './history.js';
import type { MissingCommand } from './missing.js';
import { planReactions, type Origin } from './origin.js';
import { systemActor, type PlannedCommand } from '../react/process.js';
import type { Domain } from '../registry.js';
import type { SpillOptions } from './spilling-map.js';
import { Streams } from './streams.js';
import { UngatheredEvents } from './ungathered-events.js';

interface OpenCommand {
  readonly cause: Recorded;
  readonly planned: PlannedCommand;
  readonly addressed: RoutedCommand;
}

/**
 * Checks that everything requested by events was done. A reaction without a batch must have had no effect at some state of its stream between its cause
 * and the next reaction to a later event, since a reactor takes events in order. Commands that start a stream are excepted: they may be sent ahead.
 */
export class Completeness {
  private readonly streams: Streams;
  private readonly decisions: DecisionStep;
  /** Reactions overtaken by a later one; removed when their batch comes after all. */
  private readonly lostCommands = new Map<string, MissingCommand>();
  private readonly causes = new Map<number, number>();
  /** In the order of their causes. */
  private readonly open = new Set<OpenCommand>();
  private readonly byStream = new Map<string, Set<OpenCommand>>();
  private readonly ungatheredEvents: UngatheredEvents;
  /** Ordinals of events after which work was abandoned; that is recorded later. */
  private readonly givenUp = new Set<number>();
  private epoch = 0;
  private last = 0;

  constructor(
    private readonly domain: Domain,
    private readonly history: History,
    reads: unknown,
    spill?: SpillOptions,
  ) {
    this.streams = new Streams(domain.deciders, { name: 'behind', spill });
    this.ungatheredEvents = new UngatheredEvents(domain.gatherings);
    const { deciders, logic } = domain;
    this.decisions = new DecisionStep({ deciders, logic, node: '', reads, memory: { ordinal: 0 } });
  }

  /** Must be called before the first event of the batch is passed. */
  noteOrigin({ ordinal, events }: Batch, origin: Origin | undefined): void {
    if (origin?.kind === 'reaction') this.causes.set(ordinal, origin.cause!.ordinal);
    if (origin?.kind === 'gathering') this.ungatheredEvents.addRun(events[0]!.data as { from: number; upTo: number });
  }

  /** Folds an event without checking its reactions. */
  fold(event: Recorded): void {
    this.streams.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
  }

  /** Memory must have folded the event. */
  after(event: Recorded): void {
    const { ordinal, stream, meta } = event;
    this.last = ordinal;
    this.noteArrival(event);
    // a command that begins a stream may have been sent before its turn
    if (event.revision > 0) this.closeBefore(this.causes.get(ordinal) ?? 0);
    this.causes.delete(ordinal);
    this.fold(event);
    this.ungatheredEvents.addEvent(event);
    this.giveUp(event);
    for (const one of this.byStream.get(stream) ?? []) if (this.isWithoutEffect(one, meta.at)) this.close(one);
    for (const plannedCommand of planReactions(this.domain, this.history, event)) {
      const open = { cause: event, planned: plannedCommand, addressed: this.decisions.routeCommand(this.order(plannedCommand), meta.at) };
      if (!this.history.has(open.addressed.stream, plannedCommand.commandId) && !this.isWithoutEffect(open, meta.at)) this.await(open);
    }
  }

  /** All missing batches, except those of the last `pendingOk` events. */
  missing(pendingOk: number): readonly MissingCommand[] {
    const end = this.last - pendingOk;
    const isPending = ({ ordinal }: MissingCommand): boolean => !this.givenUp.has(ordinal);
    const pendingCommands = [...this.open].filter(({ cause }) => cause.ordinal <= end).map(toMissing);
    return [...[...this.lostCommands.values(), ...pendingCommands].filter(isPending), ...this.ungatheredEvents.upTo(end)];
  }

  private giveUp({ type, data }: Recorded): void {
    if (type !== this.domain.failures?.type) return;
    const failure = data as { readonly kind: string; readonly ordinal: number | null };
    if (failure.kind !== 'effect') this.givenUp.add(failure.ordinal ?? 0);
  }

  private noteArrival({ stream, meta: { commandId } }: Recorded): void {
    this.lostCommands.delete(`${stream} ${commandId}`);
    for (const one of this.byStream.get(stream) ?? []) if (one.planned.commandId === commandId) this.close(one);
  }

  private closeBefore(cause: number): void {
    for (const one of this.open) {
      if (one.cause.ordinal >= cause) return;
      this.lostCommands.set(`${one.addressed.stream} ${one.planned.commandId}`, toMissing(one));
      this.close(one);
    }
  }

  private await(one: OpenCommand): void {
    this.open.add(one);
    const { stream } = one.addressed;
    this.byStream.set(stream, (this.byStream.get(stream) ?? new Set()).add(one));
  }

  private close(one: OpenCommand): void {
    this.open.delete(one);
    const { stream } = one.addressed;
    const openInStream = this.byStream.get(stream);
    openInStream?.delete(one);
    if (openInStream?.size === 0) this.byStream.delete(stream);
  }

  private order({ actor, ...planned }: PlannedCommand): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.epoch };
  }

  /** Whether the command decides nothing now. A decision that throws stays open: the reactor retried it, and recorded it if it gave up. */
  private isWithoutEffect({ planned, addressed }: OpenCommand, now: string): boolean {
    const streamState = { ...this.streams.of(addressed.stream), commandIds: new Set<string>() };
    try {
      return this.decisions.decide(this.order(planned), addressed, streamState, now).kind !== 'append';
    } catch {
      return false;
    }
  }
}

const toMissing = ({ cause, addressed, planned }: OpenCommand): MissingCommand => ({
  ordinal: cause.ordinal,
  stream: addressed.stream,
  command: planned.command.type,
});
