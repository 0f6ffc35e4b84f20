import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { ListQuery, SavedRow, ShownRow } from '@tocsin/platform/views/view-store.js';
import { toyToken, type Ticket } from '../toys/toy-views.js';

export const testInstant = (time: string): string => `2026-11-21T${time}.000Z`;
export const ticket = (changes: Partial<Ticket> = {}): Ticket => ({ state: 'open', title: 'disk', board: 'red', size: 1, ...changes });
export const savedRow = (id: string, row: unknown, ordinal: number, savedAt = testInstant('03:00:00'), view = 'tickets'): SavedRow => ({
  view,
  id,
  row,
  ordinal,
  at: savedAt,
});
export const checkpoint = (ordinal: number, logTime = testInstant('03:00:00')) => ({ ordinal, logTime, token: toyToken(ordinal) });
export const idsOf = (rows: readonly ShownRow[]): readonly string[] => rows.map((row) => row.id);
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Every row of a view with its history, one line each. */
export const dumpView = async (store: SqlViewStore, view: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of store.dump(view)) lines.push(line);
  return lines;
};

/** Reads a list to its end. */
export const readAllPages = async (store: SqlViewStore, query: Omit<ListQuery, 'cursor'>): Promise<readonly ShownRow[]> => {
  const rows: ShownRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.list('tickets', { ...query, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.next;
  }
  return rows;
};

/** One sentence of the contract, and its check on a store. */
export type StatesCheck = (sentence: string, check: (store: SqlViewStore) => Promise<void>) => void;
