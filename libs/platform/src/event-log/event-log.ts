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

export interface Subscription {
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
  /** The last ordinal whose handler has finished. */
  readonly position: number;
}

/**
 * The log, as narrow as its narrowest adapter: one append is one stream, at least one event, at most 900 KiB, at an expected
 * revision. An append with ids that stand already at exactly that revision is answered as the first time.
 * Positions are sparse and stay in the adapter; ordinals are contiguous.
 */
export abstract class EventLog {
  /** Durable when it resolves. Throws AppendConflict, LogUnavailable or AppendTooLarge. */
  abstract append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  /** From `from` (default 0) upwards; an empty list for a stream that does not exist. */
  abstract readStream(stream: string, from?: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** Upwards in log order. */
  abstract readAll(query: ReadAll): Promise<readonly StoredEvent[]>;
  /** Downwards in log order, from `before` (exclusive). */
  abstract readBack(query: { before: number; limit: number; types?: readonly string[] }): Promise<readonly StoredEvent[]>;
  /** Those of these ordinals that exist, in log order. */
  abstract readOrdinals(ordinals: readonly number[]): Promise<readonly StoredEvent[]>;
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
