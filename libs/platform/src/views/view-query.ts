import { sql } from 'kysely';
import { withoutBookkeeping, type AnyView } from '@tocsin/kernel/view.js';
import { dayOf } from '@tocsin/kernel/time.js';
import { all, type Condition } from './view-conditions.js';
import type { ViewDatabase } from './view-database.js';
import { tablesOf } from './view-table.js';
import type { ShownRow } from './view-store.js';

/** A view that keeps no past was asked for it. */
export class NoPast extends Error {
  constructor(view: string) {
    super(`${view} keeps no past`);
  }
}

interface Found {
  readonly id: string;
  readonly row: string;
  readonly ordinal: number;
}

/** A table in which rows stand, or stood, and the condition for it. */
export interface Source {
  readonly table: string;
  readonly when: readonly Condition[];
  /** The column whose index it is always read through. */
  readonly index?: string;
}

/** The tables in which rows stand, or stood at an instant, each with the condition for it. A row is in one of them. */
export const sourcesOf = (view: AnyView, at: string | undefined): readonly Source[] => {
  const tables = tablesOf(view.name);
  if (at === undefined) return [{ table: tables.standing, when: [] }];
  if (!view.past) throw new NoPast(view.name);
  const during = sql`"since" <= ${at} and "until" > ${at}`;
  return [
    { table: tables.standing, when: [sql`"since" <= ${at}`] },
    { table: tables.cut, when: [sql`"day" = ${dayOf(at)}`, during], index: 'day' },
    { table: tables.whole, when: [during] },
  ];
};

/** One row, as it stands or stood. */
export const getRow = async ({ read }: ViewDatabase, view: AnyView, id: string, at?: string): Promise<ShownRow | undefined> => {
  for (const { table, when } of sourcesOf(view, at)) {
    const found =
      await sql<Found>`select "id", "row", "ordinal" from ${sql.table(table)} where ${all([sql`"id" = ${id}`, ...when])}`.execute(read);
    if (found.rows[0]) return shown(view, found.rows[0]);
  }
  return undefined;
};

const shown = (view: AnyView, { id, row, ordinal }: Found): ShownRow => ({ id, row: withoutBookkeeping(view, JSON.parse(row)), ordinal });
