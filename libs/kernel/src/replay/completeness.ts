import type { Recorded } from '@tocsin/contracts/envelope.js';
import { DecisionStep, type Addressed, type Order } from '../decide/decision-step.js';
import type { Batch, History } from './history.js';
import type { Missing } from './missing.js';
import { reactionsTo, type Origin } from './origin.js';
import { systemActor, type Planned } from '../react/process.js';
import type { Domain } from '../registry.js';
import type { SpillOptions } from './spilling-map.js';
import { Streams } from './streams.js';
import { Ungathered } from './ungathered.js';

interface Open {
  readonly cause: Recorded;
  readonly planned: Planned;
  readonly addressed: Addressed;
}

/**
 * Checks that everything requested by events was done. A reaction without a batch must have had no effect at some state of its stream between its
 * cause and the next reaction to a later event, since a reactor takes events in order. Commands that start a stream are excepted: they may be sent
 * ahead.
 */
export class Completeness {
  private readonly streams: Streams;
  private readonly decisions: DecisionStep;
  /** Reactions overtaken by a later one; removed when their batch comes after all. */
  private readonly lost = new Map<string, Missing>();
  private readonly causes = new Map<number, number>();
  /** In the order of their causes. */
  private readonly open = new Set<Open>();
  private readonly byStream = new Map<string, Set<Open>>();
  private readonly ungathered: Ungathered;
  /** Ordinals of events after which something was given up; the giving up is recorded later. */
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
    this.ungathered = new Ungathered(domain.gatherings);
    const { deciders, logic } = domain;
    this.decisions = new DecisionStep({ deciders, logic, node: '', reads, memory: { ordinal: 0 } });
  }

  /** Records the origin of a batch; call it before its first event is passed. */
  cameFrom({ ordinal, events }: Batch, origin: Origin | undefined): void {
    if (origin?.kind === 'reaction') this.causes.set(ordinal, origin.cause!.ordinal);
    if (origin?.kind === 'gathering') this.ungathered.gathered(events[0]!.data as { from: number; upTo: number });
  }

  /** Folds an event only: its reactions are not checked. */
  fold(event: Recorded): void {
    this.streams.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
  }

  /** Processes the next event; memory must have folded it. */
  after(event: Recorded): void {
    const { ordinal, stream, meta } = event;
    this.last = ordinal;
    this.arrived(event);
    // a command that begins a stream may have been sent before its turn
    if (event.revision > 0) this.closeBefore(this.causes.get(ordinal) ?? 0);
    this.causes.delete(ordinal);
    this.fold(event);
    this.ungathered.after(event);
    this.giveUp(event);
    for (const one of this.byStream.get(stream) ?? []) if (this.comesToNothing(one, meta.at)) this.close(one);
    for (const planned of reactionsTo(this.domain, this.history, event)) {
      const open = { cause: event, planned, addressed: this.decisions.address(this.order(planned), meta.at) };
      if (!this.history.has(open.addressed.stream, planned.commandId) && !this.comesToNothing(open, meta.at)) this.await(open);
    }
  }

  /** All missing batches, except those of the last `pendingOk` events. */
  missing(pendingOk: number): readonly Missing[] {
    const end = this.last - pendingOk;
    const given = ({ ordinal }: Missing): boolean => !this.givenUp.has(ordinal);
    const pending = [...this.open].filter(({ cause }) => cause.ordinal <= end).map(named);
    return [...[...this.lost.values(), ...pending].filter(given), ...this.ungathered.upTo(end)];
  }

  private giveUp({ type, data }: Recorded): void {
    if (type !== this.domain.failures?.type) return;
    const failed = data as { readonly kind: string; readonly ordinal: number | null };
    if (failed.kind !== 'effect') this.givenUp.add(failed.ordinal ?? 0);
  }

  /** Closes reactions whose batch was not visible yet at their time. */
  private arrived({ stream, meta: { commandId } }: Recorded): void {
    this.lost.delete(`${stream} ${commandId}`);
    for (const one of this.byStream.get(stream) ?? []) if (one.planned.commandId === commandId) this.close(one);
  }

  private closeBefore(cause: number): void {
    for (const one of this.open) {
      if (one.cause.ordinal >= cause) return;
      this.lost.set(`${one.addressed.stream} ${one.planned.commandId}`, named(one));
      this.close(one);
    }
  }

  private await(one: Open): void {
    this.open.add(one);
    const { stream } = one.addressed;
    this.byStream.set(stream, (this.byStream.get(stream) ?? new Set()).add(one));
  }

  private close(one: Open): void {
    this.open.delete(one);
    const { stream } = one.addressed;
    const others = this.byStream.get(stream);
    others?.delete(one);
    if (others?.size === 0) this.byStream.delete(stream);
  }

  private order({ actor, ...planned }: Planned): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.epoch };
  }

  /**
   * Whether the command decides nothing now. A decision that throws stays open: the reactor retried it, and recorded it
   * if it gave up.
   */
  private comesToNothing({ planned, addressed }: Open, now: string): boolean {
    const read = { ...this.streams.of(addressed.stream), commandIds: new Set<string>() };
    try {
      return this.decisions.decide(this.order(planned), addressed, read, now).kind !== 'append';
    } catch {
      return false;
    }
  }
}

const named = ({ cause, addressed, planned }: Open): Missing => ({
  ordinal: cause.ordinal,
  stream: addressed.stream,
  command: planned.command.type,
});
