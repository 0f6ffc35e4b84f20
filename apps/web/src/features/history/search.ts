/** What is looked at in the history, by the address of the screen. */
export interface HistorySearch {
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
  /** `every`: every try of every page, too. */
  readonly detail?: string;
}

export function searchFrom({ type, stream, actor, detail }: Record<string, unknown>): HistorySearch {
  const given = Object.entries({ type, stream, actor, detail }).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(given);
}
