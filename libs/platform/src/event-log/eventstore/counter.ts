import {
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { LogUnavailable } from '../event-log.js';
import { backOff } from '@tocsin/contracts/back-off.js';
import type { Wait } from '../../clock/wait.js';
import { TurnBatcher } from '../turn-batcher.js';
import type { OrdinalIndex } from './ordinal-index.js';
import { atTheStart, isAfter, type Position } from './position.js';
import type { Reads } from './reads.js';
import { toReceivedEvent, type ReceivedEvent } from './wire.js';

/** Milliseconds before it subscribes again. */
const pauses = { first: 50, most: 2_000 };

/**
 * The position up to which the server has read. It is queued among the events, so it is handled after those before it; and it is trusted only when the
 * next one arrives, because some servers report the position of an event that is still to come.
 */
class PositionMark {
  readonly weight = 0;
  constructor(readonly position: Position) {}
}

class ArrivedEvent {
  readonly weight: number;
  constructor(readonly event: ReceivedEvent) {
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
  readonly onCounted: (events: readonly ReceivedEvent[], first: number) => void;
  readonly onDrop: (error: unknown) => void;
}

/**
 * Follows `$all`, filtered by the prefix, and gives each event its ordinal. The client’s subscription does not resume when it fails or ends: this class
 * resumes it from the checkpoint, without limit.
 */
export class Counter {
  drops = 0;
  /** Drops since the last confirmed subscription. */
  private failures = 0;
  private lastError: unknown;
  /** How many messages all subscriptions have sent. */
  private notices = 0;
  private subscription: AllStreamSubscription | undefined;
  private examinedTo: Position = atTheStart;
  private readonly stopping = new AbortController();
  private readonly waiters = new Set<{ readonly position: Position; readonly resolve: () => void }>();
  private readonly whenEnded: Promise<void>;

  constructor(private readonly options: CounterOptions) {
    this.whenEnded = this.run();
  }

  /**
   * Resolves when everything up to this position is counted. Throws LogUnavailable after `ms` milliseconds; a subscription that was silent meanwhile
   * although the server has events is dropped, because it may never notice that the connection is dead.
   */
  async waitUntil(position: Position, ms: number): Promise<void> {
    if (!isAfter(position, this.options.index.checkpoint)) return;
    await new Promise<void>((resolve, reject) => {
      const resolveWaiter = (callback: () => void): void => {
        clearTimeout(timer);
        this.waiters.delete(wait);
        callback();
      };
      const { notices: onNotice } = this;
      const timer = setTimeout(() => {
        if (onNotice === this.notices) this.subscription?.destroy(new SilentSubscription(ms));
        resolveWaiter(() => reject(this.lateError()));
      }, ms);
      const wait = { position, resolve: () => resolveWaiter(resolve) };
      this.waiters.add(wait);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscription?.destroy();
    await this.whenEnded;
  }

  private lateError(): LogUnavailable {
    const countedOrdinal = this.options.index.last?.ordinal ?? 0;
    const because = this.lastError instanceof Error ? `: ${this.lastError.message}` : '';
    return new LogUnavailable('not_applied', `EventStoreDB has more events than the ${countedOrdinal} counted so far${because}`, {
      cause: this.lastError,
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const error = await this.follow().catch((reason: unknown) => reason);
      if (signal.aborted) return;
      this.handleDrop(error ?? new Error('EventStoreDB has ended the subscription'));
      this.failures += 1;
      await this.options.wait(backOff(this.failures, pauses), signal);
    }
  }

  private handleDrop(error: unknown): void {
    this.drops++;
    this.lastError = error;
    try {
      this.options.onDrop(error);
    } catch {
      // errors of the listener must not stop the log
    }
  }

  private async follow(): Promise<void> {
    await this.requireCountedLog();
    if (this.stopping.signal.aborted) return;
    const subscription = this.subscribe();
    this.subscription = subscription;
    this.examinedTo = atTheStart;
    let isBroken = false;
    const gathering = new TurnBatcher<ArrivedEvent | PositionMark>((items) => {
      // events after one that could not be counted must not take its ordinal
      if (isBroken) return;
      try {
        this.take(items);
      } catch (error) {
        isBroken = true;
        subscription.destroy(error as Error);
      }
    });
    try {
      for await (const item of subscription as AsyncIterable<AllStreamResolvedEvent | PositionMark>) {
        this.notices++;
        if (item instanceof PositionMark) gathering.add(item);
        else if (item.event && !item.event.type.startsWith('$'))
          gathering.add(new ArrivedEvent(toReceivedEvent(item.event, this.options.prefix)));
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
      checkpointReached: (subscription, position) => void subscription.push(new PositionMark({ ...position })),
    });
    const fromPosition = isAfter(index.checkpoint, atTheStart) ? index.checkpoint : START;
    const subscription = client.subscribeToAll({ fromPosition, filter, requiresLeader: true }, { highWaterMark: 256 });
    subscription.on('error', () => {});
    subscription.on('confirmation', () => {
      this.notices++;
      this.failures = 0;
      this.lastError = undefined;
    });
    return subscription;
  }

  private take(items: readonly (ArrivedEvent | PositionMark)[]): void {
    if (this.stopping.signal.aborted) return;
    const { index, onCounted } = this.options;
    const last = index.last?.position ?? atTheStart;
    const events = items.flatMap((item) => (item instanceof ArrivedEvent && isAfter(item.position, last) ? [item.event] : []));
    const checkpoint = latestOf(index.checkpoint, events.at(-1)?.position ?? atTheStart, this.confirmedPosition(items));
    if (!isAfter(checkpoint, index.checkpoint)) return;
    const first = index.count(events, checkpoint);
    if (events.length > 0) onCounted(events, first);
    for (const wait of this.waiters) if (!isAfter(wait.position, checkpoint)) wait.resolve();
  }

  private confirmedPosition(items: readonly (ArrivedEvent | PositionMark)[]): Position {
    let confirmed = atTheStart;
    for (const item of items) {
      if (!(item instanceof PositionMark) || !isAfter(item.position, this.examinedTo)) continue;
      confirmed = this.examinedTo;
      this.examinedTo = item.position;
    }
    return confirmed;
  }

  /** A server that was restored from an older copy would give other events the ordinals that links and seals refer to. */
  private async requireCountedLog(): Promise<void> {
    const { index, reads } = this.options;
    if (!index.last || (await reads.readIdAt(index.last.position)) === index.last.id) return;
    const missingText = `EventStoreDB does not hold the event with the ordinal ${index.last.ordinal} that was counted here`;
    throw new LogUnavailable(
      'not_applied',
      `${missingText}: it was restored or replaced. Remove side/ordinals.db and views/ to count again.`,
    );
  }
}

const latestOf = (...positions: readonly Position[]): Position => positions.reduce((one, other) => (isAfter(other, one) ? other : one));
