/** An event as it is appended. `data` and `meta` are JSON text, serialised once: these bytes are what is hashed and exported. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly meta: string;
}

/** An event as it stands on the log. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  /** 0, 1, 2 … in its stream. */
  readonly revision: number;
  /** 1, 2, 3 … over all domain events in log order: the only durable position. */
  readonly ordinal: number;
  /** Opaque and short-lived: for waiting until a view has seen this event. Tokens of one log compare as strings. */
  readonly token: string;
}

/** The revision that the writer has read: the stream must be there still. `none`: it must not exist. */
export type Expected = 'none' | 'any' | number;

export interface Appended {
  /** The revision of the last event of this append. */
  readonly revision: number;
  readonly token: string;
}

/** Somebody else wrote first. `actual` is the revision that stands there, -1 for a stream that does not exist. */
export class AppendConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: Expected,
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

/** More than 900 KiB in one append: the limit of the narrowest adapter. */
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
 * A read ends early with the event that makes it this many characters long, so that what others have written neither holds the loop nor fills
 * memory. Only an empty answer says that nothing follows.
 */
export const readCharacters = 1024 * 1024;

export interface ReadStreamBack {
  readonly stream: string;
  /** A revision, exclusive; from the end of the stream when absent. */
  readonly before?: number;
  readonly limit: number;
}

/** Downwards in log order, from `before`, an ordinal (exclusive). */
export interface ReadBack {
  readonly before: number;
  readonly limit: number;
  readonly types?: readonly string[];
}

export interface Subscription {
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
  /** The last ordinal whose handler has finished. */
  readonly position: number;
}

/**
 * The log, as narrow as its narrowest adapter: one append is one stream, at least one event, at most 900 KiB, at an expected
 * revision. An append with ids that stand already at exactly that revision is answered as the first time.
 * Positions are sparse and stay in the adapter; ordinals are contiguous. Reads are bounded by `readCharacters` too.
 */
export abstract class EventLog {
  /** Durable when it resolves. Throws AppendConflict, LogUnavailable or AppendTooLarge. */
  abstract append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  /** From `from` (default 0) upwards; an empty list for a stream that does not exist. */
  abstract readStream(stream: string, from?: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** The newest first; an empty list for a stream that does not exist. */
  abstract readStreamBack(query: ReadStreamBack): Promise<readonly StoredEvent[]>;
  /** Upwards in log order. */
  abstract readAll(query: ReadAll): Promise<readonly StoredEvent[]>;
  abstract readBack(query: ReadBack): Promise<readonly StoredEvent[]>;
  /** Those of these ordinals that exist, in log order: all of them, so whoever asks bounds them. */
  abstract readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]>;
  /** Ordinal and `meta.at` of the events after an ordinal, of all types, upwards; empty at the end of the log. */
  async readInstants(after: number, limit: number): Promise<readonly (readonly [ordinal: number, at: string])[]> {
    return (await this.readAll({ after, limit })).map(({ ordinal, meta }) => [ordinal, (JSON.parse(meta) as { readonly at: string }).at]);
  }
  /** The last event; ordinal 0 for an empty log. */
  abstract head(): Promise<{ readonly ordinal: number; readonly token: string }>;
  /**
   * Hands over everything after `after`, in order, in batches, for ever: the next batch waits for the handler. A handler that
   * throws is called again with the same batch after a pause, and `onTrouble` is told.
   */
  abstract follow(
    after: number,
    handler: (events: readonly StoredEvent[]) => Promise<void> | void,
    onTrouble?: (error: unknown) => void,
  ): Subscription;
  abstract close(): Promise<void>;
}
