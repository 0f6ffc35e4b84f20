import { sql } from 'kysely';
import { toPastRow, withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import { dayOf } from '@tocsin/kernel/time.js';
import type { Condition } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { tablesOf, toBound, toStoredText } from './view-table.js';
import type { ShownRow } from './view-store.js';

export class HistoryUnavailable extends Error {
  constructor(view: string) {
    super(`${view} keeps no past`);
  }
}

/** `row` is JSON. */
export interface FoundRow {
  readonly id: string;
  readonly row: string;
  readonly ordinal: number;
}

/** A table, and the condition for its rows of an instant. */
export interface Source {
  readonly table: string;
  readonly when: readonly Condition[];
  readonly hasEnds: boolean;
  /** Set when intervals are cut at midnights, and read by the index of their days. */
  readonly byDay?: { readonly day: string; readonly at: string };
}

/** The tables for a moment: of current rows, and of past ones. A row is in one of them. Throws HistoryUnavailable. */
export const sourcesOf = (view: AnyView, at: string): readonly Source[] => {
  if (!view.hasHistory) throw new HistoryUnavailable(view.name);
  const tables = tablesOf(view.name);
  const isValid = sql`"since" <= ${at}`;
  const during = sql`${isValid} and "until" > ${at}`;
  return [
    { table: tables.standing, when: [isValid], hasEnds: false },
    { table: tables.cut, when: [sql`"day" = ${dayOf(at)}`, during], hasEnds: true, byDay: { day: dayOf(at), at } },
    { table: tables.whole, when: [during], hasEnds: true },
  ];
};

export const getRow = async (database: ViewDatabase, view: AnyView, id: string, at?: string): Promise<ShownRow | undefined> => {
  const storedId = toStoredText(id);
  const foundRow =
    at === undefined ? await readCurrentRow(database, view, storedId) : await readPastRow(database, view, storedId, toBound(at));
  return foundRow && { id, row: toRow(view, foundRow.row, at !== undefined), ordinal: foundRow.ordinal };
};

/** From its JSON. A row that is current still is shown as history would. */
export const toRow = (view: AnyView, text: string, isPast: boolean): unknown =>
  isPast ? toPastRow(view, JSON.parse(text)) : withoutBookkeeping(view, JSON.parse(text));

const readCurrentRow = async ({ read }: ViewDatabase, view: AnyView, id: string): Promise<FoundRow | undefined> => {
  const { standing } = tablesOf(view.name);
  return (await sql<FoundRow>`select "id", "row", "ordinal" from ${sql.table(standing)} where "id" = ${id}`.execute(read)).rows[0];
};

/** Intervals of a row never overlap, so only the last one that had started needs to be checked, however many there are. */
export const readPastRow = async ({ read }: ViewDatabase, view: AnyView, id: string, at: string): Promise<FoundRow | undefined> => {
  for (const { table, hasEnds } of sourcesOf(view, at)) {
    const end = hasEnds ? sql.ref('until') : sql`null`;
    const { rows } = await sql<FoundRow & { readonly until: string | null }>`select "id", "row", "ordinal", ${end} as "until"
      from ${sql.table(table)} where "id" = ${id} and "since" <= ${at} order by "since" desc limit 1`.execute(read);
    if (rows[0] && (rows[0].until === null || rows[0].until > at)) return rows[0];
  }
  return undefined;
};
