import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Meta } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { randomUUID } from 'node:crypto';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { EncodedEvent, EventCodec } from '@tocsin/platform/codec/codec.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { appendTries } from '@tocsin/platform/event-log/append-tries.js';
import { AppendConflict, LogUnavailable, type EventLog, type NewEvent } from '@tocsin/platform/event-log/event-log.js';
import type { DecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { isRaw } from '@tocsin/contracts/routing/signals.js';

interface WaitingSignal {
  readonly encoded: EncodedEvent;
  readonly bytes: number;
  readonly resolve: (token: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds. If the last write is less than `storm` ago, the next one waits for `gatherMs` to collect more signals. */
const storm = 5;
const gatherMs = 2;

/** A UUIDv7 of this instant. Built from `randomUUID`, which draws random bytes in bulk: the hot path needs one for each request. */
export const createEventId = (now: string): string => {
  const time = Date.parse(now).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

export interface InboxDependencies {
  readonly log: EventLog;
  readonly codec: EventCodec;
  /** Where this server’s followers decode: its own signals are not parsed again. */
  readonly decode?: Pick<DecodeOnce, 'expect' | 'stopExpecting'>;
  readonly node: string;
  readonly logic: string;
  readonly now: () => string;
  /** The clock for waiting; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
  /** Milliseconds after which a sender is asked to retry; the default limit when absent. */
  readonly answerWithin?: number;
}

/**
 * The stream of this server’s signals, `inbox-<node>`: it has one writer, which always knows the exact revision. All signals that
 * wait at the same time are one append, so that a storm costs one flush instead of a thousand.
 */
export class Inbox {
  private readonly stream: string;
  private readonly monotonic: MonotonicClock;
  private readonly waitingSignals = new Set<WaitingSignal>();
  private revision: number | undefined;
  private isWriting = false;
  private wroteAt = 0;

  constructor(private readonly dependencies: InboxDependencies) {
    this.stream = `inbox-${dependencies.node}`;
    this.monotonic = dependencies.monotonic ?? systemMonotonicClock;
  }

  /**
   * Resolves when the signal is on disk. Throws LogUnavailable when the write failed or took too long. A signal whose append had not started by then
   * is dropped; one that was being appended may still be stored, and the sender’s retry is then a repeat.
   */
  receive(id: string, data: FactOf<'SignalReceived'>): Promise<string> {
    return this.put({ id, type: 'SignalReceived', data }, { kind: 'sender', id: data.integrationId, roles: [] });
  }

  /** The same for a ping, which is taken together with signals. */
  receivePing(id: string, data: FactOf<'PingReceived'>): Promise<string> {
    return this.put({ id, type: 'PingReceived', data }, { kind: 'sender', id: data.integrationId, roles: [] });
  }

  /** Pings of many that say the same. `now`: their times are counted back from it. */
  countPings(id: string, pings: FactOf<'PingsCounted'>['pings'], now: string): Promise<string> {
    return this.put({ id, type: 'PingsCounted', data: { pings } }, systemActor, now);
  }

  private put(fact: { readonly id: string; readonly type: string; readonly data: unknown }, actor: Actor, at?: string): Promise<string> {
    const { codec, node, logic, now } = this.dependencies;
    const { id } = fact;
    const meta: Meta = { at: at ?? now(), actor, commandId: id, correlationId: id, causationId: null, logic, node };
    const encoded = codec.encodeParsed(fact, meta, isRaw);
    const { event } = encoded;
    return new Promise((resolve, reject) => {
      const one = this.inTime({ encoded, bytes: event.data.length + event.meta.length, resolve, reject });
      this.waitingSignals.add(one);
      if (this.isWriting) return;
      this.isWriting = true;
      // In a storm a short wait combines many signals into one flush; a single signal is written at once.
      const write = (): void => void this.writeAll();
      if (this.monotonic.now() - this.wroteAt < storm) this.monotonic.after(gatherMs, write);
      else this.monotonic.nextTurn(write);
    });
  }

  /** Adds the time limit: settles with the result of the write, or rejects when it takes too long. */
  private inTime({ encoded, bytes, resolve, reject }: WaitingSignal): WaitingSignal {
    const { answerWithin = limits.ingestAnswer } = this.dependencies;
    const giveUp = (): void => {
      const outcome = this.waitingSignals.delete(one) ? 'not_applied' : 'unknown';
      reject(new LogUnavailable(outcome, `the log has not answered within ${answerWithin} ms`));
    };
    // a busy process runs its timers before it handles the log’s answer: waits one more turn, so that an answer that has arrived
    // counts
    const cancel = this.monotonic.after(answerWithin, () => this.monotonic.nextTurn(giveUp));
    const outcome =
      <Told>(callback: (value: Told) => void) =>
      (value: Told): void => {
        cancel();
        callback(value);
      };
    const one: WaitingSignal = { encoded, bytes, resolve: outcome(resolve), reject: outcome(reject) };
    return one;
  }

  private async writeAll(): Promise<void> {
    while (this.waitingSignals.size > 0) await this.write(this.take());
    this.wroteAt = this.monotonic.now();
    this.isWriting = false;
  }

  /** Takes the signals that fit into one append. */
  private take(): readonly WaitingSignal[] {
    let bytes = 0;
    const batch: WaitingSignal[] = [];
    for (const one of this.waitingSignals) {
      // a character may take up to three bytes: a third of the limit is always enough
      bytes += one.bytes;
      if (batch.length > 0 && bytes > limits.appendBytes / 3) break;
      batch.push(one);
      this.waitingSignals.delete(one);
    }
    return batch;
  }

  private async write(batch: readonly WaitingSignal[]): Promise<void> {
    const { decode } = this.dependencies;
    const encodedEvents = batch.map(({ encoded }) => encoded);
    decode?.expect(encodedEvents);
    try {
      const token = await this.append(encodedEvents.map(({ event }) => event));
      for (const { resolve } of batch) resolve(token);
    } catch (error) {
      this.revision = undefined;
      decode?.stopExpecting(encodedEvents);
      for (const { reject } of batch) reject(error);
    }
  }

  private async append(events: readonly NewEvent[]): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        // The stream is never read: a conflict tells its end.
        this.revision ??= -1;
        const { revision, token } = await this.dependencies.log.append(this.stream, this.revision < 0 ? 'none' : this.revision, events);
        this.revision = revision;
        return token;
      } catch (error) {
        if (!(error instanceof AppendConflict) || tries === appendTries) throw error;
        this.revision = error.actual;
      }
    }
  }
}
