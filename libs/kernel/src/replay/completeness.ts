import type { Recorded } from '@tocsin/contracts/envelope.js';
import { DecisionStep, type Addressed, type Order } from '../decide/decision-step.js';
import type { Batch, History } from './history.js';
import { reactionsTo, type Origin } from './origin.js';
import { systemActor, type Planned } from '../react/process.js';
import type { Domain } from '../registry.js';
import { Streams } from './streams.js';

/** Something that an event asked for, and that was neither decided nor came to nothing. */
export interface Missing {
  /** Of the event that asked. */
  readonly ordinal: number;
  readonly stream: string;
  readonly command: string;
}

interface Open {
  readonly cause: Recorded;
  readonly planned: Planned;
  readonly addressed: Addressed;
}

/**
 * Whether everything was done that events asked for. A reaction without a batch must have come to nothing: at some state of its
 * stream between its cause and the next reaction to a later event, since a reactor takes events in order,
 * but for what begins a stream.
 */
export class Completeness {
  private readonly streams: Streams;
  private readonly decisions: DecisionStep;
  private readonly lost: Missing[] = [];
  private readonly causes = new Map<number, number>();
  /** In the order of their causes. */
  private readonly open = new Set<Open>();
  private readonly byStream = new Map<string, Set<Open>>();
  /** Ordinals of events after which something was given up. */
  private readonly givenUp: ReadonlySet<number>;
  private epoch = 0;

  constructor(
    private readonly domain: Domain,
    private readonly history: History,
    private readonly origins: ReadonlyMap<Batch, Origin | undefined>,
    reads: unknown,
  ) {
    this.streams = new Streams(domain.deciders);
    const { deciders, logic, failures } = domain;
    const failed = history.events.filter(({ type, data }) => type === failures?.type && (data as { kind: string }).kind !== 'effect');
    this.givenUp = new Set(failed.map(({ data }) => (data as { ordinal: number | null }).ordinal ?? 0));
    this.decisions = new DecisionStep({ deciders, logic, node: '', reads, memory: { ordinal: 0 } });
    for (const [{ ordinal }, origin] of origins) if (origin?.kind === 'reaction') this.causes.set(ordinal, origin.cause!.ordinal);
  }

  /** One event further; memory must have folded it. */
  after(event: Recorded): void {
    // what begins a stream may have gone before its turn
    if (event.revision > 0) this.closeBefore(this.causes.get(event.ordinal) ?? 0);
    this.streams.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    for (const one of this.byStream.get(event.stream) ?? []) if (this.comesToNothing(one, event.meta.at)) this.close(one);
    for (const planned of reactionsTo(this.domain, this.history, event)) {
      const open = { cause: event, planned, addressed: this.decisions.address(this.order(planned), event.meta.at) };
      if (this.givenUp.has(event.ordinal)) continue;
      if (!this.history.has(open.addressed.stream, planned.commandId) && !this.comesToNothing(open, event.meta.at)) this.await(open);
    }
  }

  /** All that is missing, but what the last so many events ask for. */
  missing(pendingOk: number): readonly Missing[] {
    const end = (this.history.events.at(-1)?.ordinal ?? 0) - pendingOk;
    const pending = [...this.open].filter(({ cause }) => cause.ordinal <= end).map(named);
    return [...this.lost, ...pending, ...this.ungathered(end)];
  }

  private closeBefore(cause: number): void {
    for (const one of this.open) {
      if (one.cause.ordinal >= cause) return;
      this.lost.push(named(one));
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

  private comesToNothing({ planned, addressed }: Open, now: string): boolean {
    const read = { ...this.streams.of(addressed.stream), commandIds: new Set<string>() };
    return this.decisions.decide(this.order(planned), addressed, read, now).kind !== 'append';
  }

  private *ungathered(end: number): Iterable<Missing> {
    const runs = [...this.origins]
      .filter(([, origin]) => origin?.kind === 'gathering')
      .map(([{ events }]) => events[0]!.data as { from: number; upTo: number })
      .toSorted((a, b) => a.from - b.from);
    for (const { type } of this.domain.gatherings) {
      // both are in the order of the log: each run is looked at once, however many there are
      let [next, reached] = [0, 0];
      for (const { ordinal, stream, ...event } of this.history.events) {
        if (event.type !== type || ordinal > end) continue;
        for (; next < runs.length && runs[next]!.from < ordinal; next += 1) reached = Math.max(reached, runs[next]!.upTo);
        if (ordinal > reached) yield { ordinal, stream, command: `the run of ${type}` };
      }
    }
  }
}

const named = ({ cause, addressed, planned }: Open): Missing => ({
  ordinal: cause.ordinal,
  stream: addressed.stream,
  command: planned.command.type,
});
