/** An event to append. `data` and `meta` are JSON text, serialised once: these bytes are hashed and exported. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly meta: string;
}

export interface StoredEvent extends NewEvent {
  readonly stream: string;
  /** 0, 1, 2 … in its stream. */
  readonly revision: number;
  /** 1, 2, 3 … over all domain events in log order: the only durable position. */
  readonly ordinal: number;
  /** Opaque and short-lived: for waiting until a view has read this event. Tokens of one log compare as strings. */
  readonly token: string;
}

/** A number: the revision that the writer has read; the stream must still be at it. `none`: the stream must not exist. */
export type ExpectedRevision = 'none' | 'any' | number;

export interface AppendResult {
  readonly revision: number;
  readonly token: string;
}

/** Another writer was first. `actual` is the stream’s revision, -1 when it does not exist. */
export class AppendConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number,
  ) {
    super(`${stream}: expected ${expected}, found ${actual}`);
  }
}

/** The log can’t be reached or written. `unknown`: the append may have happened; repeat it with the same ids and revision. */
export class LogUnavailable extends Error {
  constructor(
    readonly outcome: 'not_applied' | 'unknown',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** More than 900 KiB in one append: the limit of the most restrictive adapter. */
export class AppendTooLarge extends Error {
  constructor(readonly bytes: number) {
    super(`an append of ${bytes} bytes is too large`);
  }
}

export interface ReadAll {
  /** Exclusive. */
  readonly after: number;
  readonly limit: number;
  /** Only these types; all when absent. */
  readonly types?: readonly string[];
}

/**
 * A read ends early with the event with which it reaches this many characters, so that its size neither blocks the event loop nor fills memory. Only an
 * empty result means that there are no more events.
 */
export const readCharacters = 1024 * 1024;

export interface ReadStreamBackwards {
  readonly stream: string;
  /** A revision, exclusive; from the end of the stream when absent. */
  readonly before?: number;
  readonly limit: number;
}

/** `before`: an ordinal, exclusive. */
export interface ReadBackwards {
  readonly before: number;
  readonly limit: number;
  readonly types?: readonly string[];
}

export interface Subscription {
  /** Resolves when no handler is running. */
  stop(): Promise<void>;
  /** The last ordinal whose handler has finished. */
  readonly position: number;
}

/**
 * The log, limited to what its most restrictive adapter supports: one append goes to one stream, with at least one event and at most 900 KiB, at an
 * expected revision. A repeat of an append, with the same ids at the same revision, gets the same answer. Positions have gaps and stay inside the
 * adapter; ordinals are contiguous. Reads are also bounded by `readCharacters`.
 */
export abstract class EventLog {
  /** Durable when it resolves. Throws AppendConflict, LogUnavailable or AppendTooLarge. */
  abstract append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Empty for a stream that does not exist. */
  abstract readStream(stream: string, from?: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** Newest first; empty for a stream that does not exist. */
  abstract readStreamBack(query: ReadStreamBackwards): Promise<readonly StoredEvent[]>;
  abstract readAll(query: ReadAll): Promise<readonly StoredEvent[]>;
  abstract readBack(query: ReadBackwards): Promise<readonly StoredEvent[]>;
  /** The existing events of these ordinals, in log order. Not bounded: the caller limits the ordinals. */
  abstract readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]>;
  /** Ordinal and `meta.at` of the events after an ordinal, of all types, ascending; empty at the end of the log. */
  async readInstants(after: number, limit: number): Promise<readonly (readonly [ordinal: number, at: string])[]> {
    return (await this.readAll({ after, limit })).map(({ ordinal, meta }) => [ordinal, (JSON.parse(meta) as { readonly at: string }).at]);
  }
  /** Number of times the connection to a remote log was lost and resumed; null for a log on this machine. */
  get subscriptionDrops(): number | null {
    return null;
  }
  /** The last event; ordinal 0 for an empty log. */
  abstract head(): Promise<{ readonly ordinal: number; readonly token: string }>;
  /**
   * Delivers all events after `after`, in order, in batches, without end: the next batch waits for the handler. When the handler throws, `onTrouble` is
   * called, and the same batch is delivered again after a pause.
   */
  abstract follow(
    after: number,
    handler: (events: readonly StoredEvent[]) => Promise<void> | void,
    onTrouble?: (error: unknown) => void,
  ): Subscription;
  abstract close(): Promise<void>;
}
