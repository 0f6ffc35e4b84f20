import {
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { LogUnavailable } from '../event-log.js';
import type { Wait } from '../follower.js';
import { Gathering } from '../gathering.js';
import type { OrdinalIndex } from './ordinal-index.js';
import { atTheStart, isAfter, type Position } from './position.js';
import type { Reads } from './reads.js';
import { arrival, type Arrived } from './wire.js';

/** The first and the longest pause before it subscribes again, in milliseconds. */
const firstBackOff = 50;
const longestBackOff = 2000;

/**
 * The position up to which the server has read. It is queued among the events, so it is handled after those before it; and it is
 * trusted only when the next one arrives, because some servers report the position of an event that is still to come.
 */
class PositionReached {
  readonly weight = 0;
  constructor(readonly position: Position) {}
}

class ArrivedEvent {
  readonly weight: number;
  constructor(readonly event: Arrived) {
    this.weight = event.data.length + event.meta.length;
  }
  get position(): Position {
    return this.event.position;
  }
}

class SilentSubscription extends Error {
  constructor(ms: number) {
    super(`the subscription has sent nothing for ${ms} ms, although there are more events`);
  }
}

export interface CounterOptions {
  readonly client: EventStoreDBClient;
  readonly reads: Reads;
  readonly index: OrdinalIndex;
  readonly prefix: string;
  readonly wait: Wait;
  /** Events that now have ordinals: `first` is that of the first one, and the others follow. */
  readonly onCounted: (events: readonly Arrived[], first: number) => void;
  readonly onDrop: (error: unknown) => void;
}

/**
 * Follows `$all`, filtered by the streams of the prefix, and gives each event its ordinal. The client’s subscription does not resume, whether it
 * fails or just ends: this class resumes it from the checkpoint, without limit.
 */
export class Counter {
  drops = 0;
  private rest = firstBackOff;
  private trouble: unknown;
  /** A count of the subscriptions’ messages so far. */
  private notices = 0;
  private subscription: AllStreamSubscription | undefined;
  private looked: Position = atTheStart;
  private readonly stopping = new AbortController();
  private readonly waiting = new Set<{ readonly position: Position; readonly resolve: () => void }>();
  private readonly ended: Promise<void>;

  constructor(private readonly options: CounterOptions) {
    this.ended = this.run();
  }

  /**
   * Resolves when everything up to this position is counted. Throws LogUnavailable after this many milliseconds; a subscription that was silent in
   * that time although the server has events is dropped, because it may never notice that the connection is dead.
   */
  async until(position: Position, ms: number): Promise<void> {
    if (!isAfter(position, this.options.index.checkpoint)) return;
    await new Promise<void>((resolve, reject) => {
      const done = (then: () => void): void => {
        clearTimeout(timer);
        this.waiting.delete(wait);
        then();
      };
      const { notices: heard } = this;
      const timer = setTimeout(() => {
        if (heard === this.notices) this.subscription?.destroy(new SilentSubscription(ms));
        done(() => reject(this.late()));
      }, ms);
      const wait = { position, resolve: () => done(resolve) };
      this.waiting.add(wait);
    });
  }

  /** Resolves when counting has stopped. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscription?.destroy();
    await this.ended;
  }

  private late(): LogUnavailable {
    const counted = this.options.index.last?.ordinal ?? 0;
    const because = this.trouble instanceof Error ? `: ${this.trouble.message}` : '';
    return new LogUnavailable('not_applied', `EventStoreDB has more events than the ${counted} counted so far${because}`, {
      cause: this.trouble,
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const error = await this.follow().catch((trouble: unknown) => trouble);
      if (signal.aborted) return;
      this.dropped(error ?? new Error('EventStoreDB has ended the subscription'));
      await this.options.wait(this.rest, signal);
      this.rest = Math.min(this.rest * 2, longestBackOff);
    }
  }

  private dropped(error: unknown): void {
    this.drops++;
    this.trouble = error;
    try {
      this.options.onDrop(error);
    } catch {
      // errors of the listener must not stop the log
    }
  }

  /** Runs until the subscription ends, with or without an error. */
  private async follow(): Promise<void> {
    await this.mustBeTheLogThatWasCounted();
    if (this.stopping.signal.aborted) return;
    const subscription = this.subscribe();
    this.subscription = subscription;
    this.looked = atTheStart;
    let broken = false;
    const gathering = new Gathering<ArrivedEvent | PositionReached>((items) => {
      // events after one that could not be counted must not take its ordinal
      if (broken) return;
      try {
        this.take(items);
      } catch (error) {
        broken = true;
        subscription.destroy(error as Error);
      }
    });
    try {
      for await (const item of subscription as AsyncIterable<AllStreamResolvedEvent | PositionReached>) {
        this.notices++;
        if (item instanceof PositionReached) gathering.add(item);
        else if (item.event && !item.event.type.startsWith('$')) gathering.add(new ArrivedEvent(arrival(item.event, this.options.prefix)));
      }
    } finally {
      this.subscription = undefined;
      subscription.unsubscribe().catch(() => {});
      if (!this.stopping.signal.aborted) gathering.drain();
    }
  }

  private subscribe(): AllStreamSubscription {
    const { client, index, prefix } = this.options;
    const filter = streamNameFilter({
      prefixes: [prefix],
      checkpointReached: (subscription, position) => void subscription.push(new PositionReached({ ...position })),
    });
    const fromPosition = isAfter(index.checkpoint, atTheStart) ? index.checkpoint : START;
    const subscription = client.subscribeToAll({ fromPosition, filter, requiresLeader: true }, { highWaterMark: 256 });
    subscription.on('error', () => {});
    subscription.on('confirmation', () => {
      this.notices++;
      this.rest = firstBackOff;
      this.trouble = undefined;
    });
    return subscription;
  }

  private take(items: readonly (ArrivedEvent | PositionReached)[]): void {
    if (this.stopping.signal.aborted) return;
    const { index, onCounted } = this.options;
    const last = index.last?.position ?? atTheStart;
    const events = items.flatMap((item) => (item instanceof ArrivedEvent && isAfter(item.position, last) ? [item.event] : []));
    const checkpoint = latest(index.checkpoint, events.at(-1)?.position ?? atTheStart, this.believed(items));
    if (!isAfter(checkpoint, index.checkpoint)) return;
    const first = index.count(events, checkpoint);
    if (events.length > 0) onCounted(events, first);
    for (const wait of this.waiting) if (!isAfter(wait.position, checkpoint)) wait.resolve();
  }

  private believed(items: readonly (ArrivedEvent | PositionReached)[]): Position {
    let believed = atTheStart;
    for (const item of items) {
      if (!(item instanceof PositionReached) || !isAfter(item.position, this.looked)) continue;
      believed = this.looked;
      this.looked = item.position;
    }
    return believed;
  }

  /** A server that was restored from an older copy would give other events the ordinals that links and seals refer to. */
  private async mustBeTheLogThatWasCounted(): Promise<void> {
    const { index, reads } = this.options;
    if (!index.last || (await reads.idAt(index.last.position)) === index.last.id) return;
    const what = `EventStoreDB does not hold the event with the ordinal ${index.last.ordinal} that was counted here`;
    throw new LogUnavailable('not_applied', `${what}: it was restored or replaced. Remove side/ordinals.db and views/ to count again.`);
  }
}

const latest = (...positions: readonly Position[]): Position => positions.reduce((one, other) => (isAfter(other, one) ? other : one));
