import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { randomUUID } from 'node:crypto';
import { systemMonotonicClock, type MonotonicClock } from '@tocsin/platform/clock/monotonic-clock.js';
import type { EventCodec } from '@tocsin/platform/codec/codec.js';
import { AppendConflict, LogUnavailable, type EventLog, type NewEvent } from '@tocsin/platform/event-log/event-log.js';

interface Waiting {
  readonly event: NewEvent;
  readonly bytes: number;
  readonly resolve: (token: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds: another write so short a time ago is a storm, and it is waited so long for more. */
const storm = 5;
const gatherMs = 2;

/** A UUIDv7 of this instant. Made of `randomUUID`, which draws its bytes in bulk: the hot path needs one for each request. */
export const newEventId = (now: string): string => {
  const time = Date.parse(now).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

export interface InboxParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly node: string;
  readonly logic: string;
  readonly now: () => string;
  /** By which it waits; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
  /** Milliseconds until a sender is told to come again; that of the limits when absent. */
  readonly answerWithin?: number;
}

/**
 * The door’s own stream, `inbox-<node>`: one writer, always at an exact revision. Everything that waits at one moment is one
 * append, so that a storm costs one flush, not a thousand.
 */
export class Inbox {
  private readonly stream: string;
  private readonly monotonic: MonotonicClock;
  private readonly waiting = new Set<Waiting>();
  private revision: number | undefined;
  private writing = false;
  private wroteAt = 0;

  constructor(private readonly parts: InboxParts) {
    this.stream = `inbox-${parts.node}`;
    this.monotonic = parts.monotonic ?? systemMonotonicClock;
  }

  /**
   * Resolves when the signal is on disk. Throws LogUnavailable when it could not be put there, or could not in time: what was not on its
   * way by then is not sent any more; what was may arrive still, and is a repeat when the sender comes again.
   */
  receive(id: string, data: FactOf<'SignalReceived'>): Promise<string> {
    const { codec, node, logic, now } = this.parts;
    const actor = { kind: 'sender' as const, id: data.integrationId, roles: [] };
    const meta: Meta = { at: now(), actor, commandId: id, correlationId: id, causationId: null, logic, node };
    const event = codec.encode({ id, type: 'SignalReceived', data }, meta, { parsed: true });
    return new Promise((resolve, reject) => {
      const one = this.inTime({ event, bytes: event.data.length + event.meta.length, resolve, reject });
      this.waiting.add(one);
      if (this.writing) return;
      this.writing = true;
      // In a storm a moment’s wait makes one flush of many; what comes alone is written at once.
      const write = (): void => void this.writeAll();
      if (this.monotonic.now() - this.wroteAt < storm) this.monotonic.after(gatherMs, write);
      else this.monotonic.nextTurn(write);
    });
  }

  /** Is answered by somebody, or given up. */
  private inTime({ event, bytes, resolve, reject }: Waiting): Waiting {
    const { answerWithin = limits.ingestAnswer } = this.parts;
    const giveUp = (): void => {
      const outcome = this.waiting.delete(one) ? 'not_applied' : 'unknown';
      reject(new LogUnavailable(outcome, `the log has not answered within ${answerWithin} ms`));
    };
    // a busy process comes to its timers before it comes to what the log has answered meanwhile: that counts
    const cancel = this.monotonic.after(answerWithin, () => this.monotonic.nextTurn(giveUp));
    const outcome =
      <Told>(tell: (what: Told) => void) =>
      (what: Told): void => {
        cancel();
        tell(what);
      };
    const one: Waiting = { event, bytes, resolve: outcome(resolve), reject: outcome(reject) };
    return one;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.size > 0) await this.write(this.take());
    this.wroteAt = this.monotonic.now();
    this.writing = false;
  }

  /** As much as one append may hold. */
  private take(): readonly Waiting[] {
    let bytes = 0;
    const batch: Waiting[] = [];
    for (const one of this.waiting) {
      // characters may be up to three bytes each: half the limit leaves room
      bytes += one.bytes;
      if (batch.length > 0 && bytes > limits.appendBytes / 3) break;
      batch.push(one);
      this.waiting.delete(one);
    }
    return batch;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      const token = await this.append(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve(token);
    } catch (error) {
      this.revision = undefined;
      for (const { reject } of batch) reject(error);
    }
  }

  private async append(events: readonly NewEvent[]): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      try {
        // The stream is never read: a conflict says where it ends.
        this.revision ??= -1;
        const { revision, token } = await this.parts.log.append(this.stream, this.revision < 0 ? 'none' : this.revision, events);
        this.revision = revision;
        return token;
      } catch (error) {
        if (!(error instanceof AppendConflict) || tries === 3) throw error;
        this.revision = error.actual;
      }
    }
  }
}
