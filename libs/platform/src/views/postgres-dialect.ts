import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ViewDatabase, ViewTables } from './view-database.js';

// Ordinals and counts come as text by default; they are far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** Any number; the same in every node. */
const lock = 7_062_001;

/** Views in PostgreSQL. `url` is a connection string; the database may be emptied at any time. Rejects later when it can't be reached. */
export const postgresViews = (url: string): ViewDatabase => {
  const pool = new pg.Pool({ connectionString: url, max: 8, types });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  const kysely = new Kysely<ViewTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    write: kysely,
    read: kysely,
    text: sql`text collate "C"`,
    // Nobody waits for its writes on this thread: what counts is that each save is a dozen round trips and a flush.
    rowsPerSave: 1_000,
    beforeTables: sql`select pg_advisory_xact_lock(${sql.lit(lock)})`,
    choosesIndexes: true,
    hidden: (column) => sql.ref(column),
    rememberNoRows: async (on, table) => {
      await sql`alter table ${sql.table(table)} alter column "row" set statistics 0`.execute(on);
    },
    tidy: async () => {
      await sql`analyze`.execute(kysely);
    },
    empty: async () => {},
    emptyLog: async () => {},
    close: () => kysely.destroy(),
  };
};
