/** What is looked at in the history, by the address of the screen. */
export interface HistorySearch {
  readonly type?: string;
  readonly stream?: string;
  readonly actor?: string;
}

export function searchFrom({ type, stream, actor }: Record<string, unknown>): HistorySearch {
  const given = Object.entries({ type, stream, actor }).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(given);
}
