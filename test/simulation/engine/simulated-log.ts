import {
  EventLog,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type ReadAll,
  type ReadBackwards,
  type ReadStreamBackwards,
  type StoredEvent,
  type Subscription,
} from '@tocsin/platform/event-log/event-log.js';
import type { Handler, Source } from '@tocsin/platform/event-log/follower.js';
import { Followers } from '@tocsin/platform/event-log/followers.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { Ports } from './ports.js';

const pageEvents = 200;

/** The log that all processes share: it outlives them. */
export class SharedLog extends MemoryEventLog {
  readonly all: StoredEvent[] = [];
  /** Wrong answers, one sentence each. */
  readonly wrongClaims: string[] = [];
  private readonly listeners = new Set<(events: readonly StoredEvent[]) => void>();
  /** By stream, then revision. */
  private readonly byStream = new Map<string, StoredEvent[]>();

  override async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const appendResult = await super.append(stream, expectedRevision, events);
    this.assertStored(stream, appendResult.revision, events);
    const freshEvents = await this.readAll({ after: this.all.length, limit: Infinity });
    this.all.push(...freshEvents);
    for (const event of freshEvents) this.keep(event);
    if (freshEvents.length > 0) for (const listener of this.listeners) listener(freshEvents);
    return appendResult;
  }

  /** After a successful append a process must find its own bytes there: the id alone does not prove it. */
  private assertStored(stream: string, last: number, events: readonly NewEvent[]): void {
    const streamEvents = this.byStream.get(stream) ?? [];
    for (const [n, event] of events.entries()) {
      const storedEvent = streamEvents[last - events.length + 1 + n];
      if (storedEvent && storedEvent.data !== event.data)
        this.wrongClaims.push(`${storedEvent.ordinal}: somebody was told that their ${event.type} stands there`);
    }
  }

  private keep(event: StoredEvent): void {
    const streamEvents = this.byStream.get(event.stream) ?? [];
    streamEvents[event.revision] = event;
    this.byStream.set(event.stream, streamEvents);
  }

  /** Called synchronously for each append. Returns a function that unsubscribes. */
  subscribeToAppends(listener: (events: readonly StoredEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** The shared log as seen by one process. */
export class SimulatedLog extends EventLog {
  private readonly followers: Followers;

  constructor(
    private readonly sharedLog: SharedLog,
    private readonly ports: Ports,
    private readonly earlyBy: () => number,
  ) {
    super();
    this.followers = new Followers((ms) => ports.scheduler.pass(ms, ports.process));
  }

  append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.ports.append(() => this.sharedLog.append(stream, expectedRevision, events));
  }
  readStream(stream: string, from?: number, limit?: number): Promise<readonly StoredEvent[]> {
    return this.ports.call(() => this.sharedLog.readStream(stream, from, limit));
  }
  readStreamBack(query: ReadStreamBackwards): Promise<readonly StoredEvent[]> {
    return this.ports.call(() => this.sharedLog.readStreamBack(query));
  }
  readAll(query: ReadAll): Promise<readonly StoredEvent[]> {
    return this.ports.call(() => this.sharedLog.readAll(query));
  }
  readBack(query: ReadBackwards): Promise<readonly StoredEvent[]> {
    return this.ports.call(() => this.sharedLog.readBack(query));
  }
  readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]> {
    return this.ports.call(() => this.sharedLog.readOrdinals(ordinals));
  }
  head(): Promise<{ readonly ordinal: number; readonly token: string }> {
    return this.ports.call(() => this.sharedLog.head());
  }

  follow(after: number, handler: Handler, onTrouble?: (error: unknown) => void): Subscription {
    return this.followers.start(this.createSource(), Math.max(0, after - this.earlyBy()), handler, onTrouble);
  }

  async close(): Promise<void> {
    await this.followers.stop();
  }

  private createSource(): Source {
    const { ports, sharedLog: shared } = this;
    return {
      next: async (after) => ({ events: await this.readAll({ after, limit: pageEvents }), isRecent: true }),
      onArrival: (call) => {
        const leave = shared.subscribeToAppends(() => {
          if (ports.process.isDead) leave();
          else ports.scheduler.scheduleAfter(ports.notifyDelay(), ports.process, call);
        });
        return leave;
      },
    };
  }
}
