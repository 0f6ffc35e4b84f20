/** What is looked at in the history, by the address of the screen. It is read before the screen is loaded, which knows what the words mean. */
export interface HistorySearch {
  readonly q?: string;
  readonly group?: string;
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
  /** Days in the reader’s zone, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** `every`: every try of every page, too. */
  readonly detail?: string;
  /** The number of an event in the log: it stands on top, unfolded. */
  readonly event?: string;
}

/** All text of the address; the router reads a bare number as a number. */
export const searchFrom = (values: Record<string, unknown>): HistorySearch =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [])),
  );
