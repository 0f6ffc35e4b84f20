import type { Recorded } from '@tocsin/contracts/envelope.js';
import { contextAt } from './context.js';
import { decide, isFacts, streamOf, type AnyDecider } from './decider.js';
import type { Batch, History } from './history.js';
import { reactionsTo, type Origin } from './origin.js';
import { systemActor, type Planned } from './process.js';
import { owners, type Domain } from './registry.js';
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
  readonly stream: string;
  readonly decider: AnyDecider;
  readonly planned: Planned;
}

/**
 * Whether everything was done that events asked for. A reaction without a batch must have come to nothing: at some state of its
 * stream between its cause and the next reaction to a later event, since a reactor takes events in order.
 */
export class Completeness {
  private readonly streams: Streams;
  private readonly owners: ReadonlyMap<string, AnyDecider>;
  private readonly lost: Missing[] = [];
  private readonly causes = new Map<number, number>();
  private open: Open[] = [];
  private epoch = 0;

  constructor(
    private readonly domain: Domain,
    private readonly history: History,
    private readonly origins: ReadonlyMap<Batch, Origin | undefined>,
    private readonly reads: unknown,
  ) {
    this.streams = new Streams(domain.deciders);
    this.owners = owners(domain.deciders);
    for (const [{ ordinal }, origin] of origins) if (origin?.kind === 'reaction') this.causes.set(ordinal, origin.cause!.ordinal);
  }

  /** One event further; memory must have folded it. */
  after(event: Recorded): void {
    this.closeBefore(this.causes.get(event.ordinal) ?? 0);
    this.streams.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    this.open = this.open.filter((one) => one.stream !== event.stream || !this.comesToNothing(one, event.meta.at));
    for (const planned of reactionsTo(this.domain, this.history, event)) {
      const decider = this.owners.get(planned.command.type)!;
      const open = { cause: event, planned, decider, stream: streamOf(decider, planned.command, this.context(planned, event.meta.at)) };
      if (!this.history.has(open.stream, planned.commandId) && !this.comesToNothing(open, event.meta.at)) this.open.push(open);
    }
  }

  /** All that is missing, but what the last so many events ask for. */
  missing(pendingOk: number): readonly Missing[] {
    const end = (this.history.events.at(-1)?.ordinal ?? 0) - pendingOk;
    const pending = this.open.filter(({ cause }) => cause.ordinal <= end).map(named);
    return [...this.lost, ...pending, ...this.ungathered(end)];
  }

  private closeBefore(cause: number): void {
    if (this.open.length === 0) return;
    this.lost.push(...this.open.filter((one) => one.cause.ordinal < cause).map(named));
    this.open = this.open.filter((one) => one.cause.ordinal >= cause);
  }

  private context({ commandId, actor }: Planned, now: string) {
    return contextAt({ now, actor: actor ?? systemActor, commandId, epoch: this.epoch, reads: this.reads });
  }

  private comesToNothing({ decider, planned, stream }: Open, now: string): boolean {
    const decision = decide(decider, this.streams.of(stream).state, planned.command, this.context(planned, now));
    return !isFacts(decision) || decision.length === 0;
  }

  private *ungathered(end: number): Iterable<Missing> {
    const runs = [...this.origins]
      .filter(([, origin]) => origin?.kind === 'gathering')
      .map(([{ events }]) => events[0]!.data as { from: number; upTo: number });
    for (const { type } of this.domain.gatherings) {
      for (const { ordinal, stream, ...event } of this.history.events) {
        if (event.type !== type || ordinal > end || runs.some(({ from, upTo }) => ordinal > from && ordinal <= upTo)) continue;
        yield { ordinal, stream, command: `the run of ${type}` };
      }
    }
  }
}

const named = ({ cause, stream, planned }: Open): Missing => ({ ordinal: cause.ordinal, stream, command: planned.command.type });
