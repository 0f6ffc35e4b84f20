/** What is looked at in the history, by the address of the screen. */
export interface HistorySearch {
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
  /** `every`: every try of every page, too. */
  readonly detail?: string;
  /** The number of an event in the log: it stands on top, unfolded. */
  readonly event?: string;
}

const isOrdinal = /^[1-9]\d{0,14}$/;

export function searchFrom({ type, stream, actor, detail, event }: Record<string, unknown>): HistorySearch {
  const given = Object.entries({ type, stream, actor, detail }).filter(([, value]) => typeof value === 'string' && value !== '');
  // the router reads a bare number as a number
  const ordinal = String(event);
  return Object.fromEntries(isOrdinal.test(ordinal) ? [...given, ['event', ordinal]] : given);
}
