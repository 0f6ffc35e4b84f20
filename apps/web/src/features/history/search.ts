/** Search parameters of the history. Parsed before the screen, which knows the valid values, is loaded. */
export interface HistorySearch {
  readonly q?: string;
  readonly group?: string;
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
  /** Ids: events about this person, of this team, from this source. */
  readonly person?: string;
  readonly team?: string;
  readonly source?: string;
  /** Days in the reader’s zone, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** `every`: includes single attempts. */
  readonly detail?: string;
  /** Ordinal of an event that is shown on top, expanded. */
  readonly event?: string;
}

/** All text of the address; the router reads a bare number as a number. */
export const searchFrom = (values: Record<string, unknown>): HistorySearch =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [])),
  );
