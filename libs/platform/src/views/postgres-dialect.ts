import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ViewDatabase, ViewTables } from './view-database.js';

// by default, ordinals and counts are returned as text; they are far below 2^53
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** An arbitrary number, the same on every node. */
const lock = 7_062_001;

/** In milliseconds. */
export interface PostgresTimeouts {
  readonly connect: number;
  readonly read: number;
  readonly write: number;
}

const usual: PostgresTimeouts = { connect: 5_000, read: 10_000, write: 30_000 };
/** An idle connection is closed before it would count as not answering. */
const connections = 6;
const idleFor = 5_000;

/**
 * A vanished server sends nothing, and TCP would wait for it for a quarter of an hour. So a connection without traffic for this long is destroyed, which
 * ends its statement, and the next statement takes a new connection.
 */
const createSocketWithTimeout = (ms: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(ms, () => socket.destroy(new PostgresUnresponsive(ms)));
};

class PostgresUnresponsive extends Error {
  constructor(ms: number) {
    super(`PostgreSQL has not answered within ${ms / 1_000} s`);
  }
}

const connectTo = (url: string, connectWithin: number, answerWithin: number): Kysely<ViewTables> => {
  const stream = createSocketWithTimeout(answerWithin);
  const limits = { max: connections, connectionTimeoutMillis: connectWithin, idleTimeoutMillis: idleFor };
  const pool = new pg.Pool({ connectionString: url, types, keepAlive: true, stream, ...limits });
  // a broken connection is replaced; its error would end the process without these listeners: the pool’s for idle connections, the client’s for those in
  // use
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<ViewTables>({ dialect: new PostgresDialect({ pool }) });
};

/** System error codes, and SQLSTATE classes: the connection failed, the server lacks resources, or an operator intervened. */
const isAwayCode = /^(E[A-Z_]{3,}|(08|53|57P)\w*)$/;
const isAwayWord = /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/;

/** Node gives an AggregateError when a name has several addresses. */
interface ErrorParts {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errors?: readonly unknown[];
}

/** Whether the server, not the statement, is the cause. */
const isAway = (error: unknown): boolean => {
  if (error instanceof PostgresUnresponsive) return true;
  const { code, message, errors } = Object(error) as ErrorParts;
  if (errors?.some(isAway)) return true;
  return (typeof code === 'string' && isAwayCode.test(code)) || (typeof message === 'string' && isAwayWord.test(message));
};

/**
 * Views in PostgreSQL. `url` is a connection string; the database may be emptied at any time. By default, reads and writes reject after five seconds when
 * it can’t be reached, and when it does not answer: after ten seconds for a read, thirty for a write.
 */
export const openPostgresViews = (url: string, waits: PostgresTimeouts = usual): ViewDatabase => {
  const write = connectTo(url, waits.connect, waits.write);
  const read = connectTo(url, waits.connect, waits.read);
  return {
    write,
    read,
    isAway,
    text: sql`text collate "C"`,
    // writes don’t block this thread; but each save costs a dozen round trips and a flush, so few large ones are better
    rowsPerSave: 1_000,
    beforeTables: sql`select pg_advisory_xact_lock(${sql.lit(lock)})`,
    keyIsTable: null,
    canChooseIndexes: true,
    hideFromIndexes: (column) => sql.ref(column),
    rememberNoRows: async (on, table) => {
      await sql`alter table ${sql.table(table)} alter column "row" set statistics 0`.execute(on);
    },
    tidy: async () => {
      await sql`analyze`.execute(write);
    },
    empty: async () => {},
    emptyLog: async () => {},
    close: async () => {
      await Promise.all([read.destroy(), write.destroy()]);
    },
  };
};

/** Rejects unless the server answers and its user may create tables, with the code of the error that creating one would give. */
export const requireTables = async (database: ViewDatabase['read']): Promise<void> => {
  const privilege = sql<{ readonly mayMake: boolean | null }>`select has_schema_privilege(current_schema(), 'create') as "mayMake"`;
  const { rows } = await privilege.execute(database);
  if (rows[0]?.mayMake !== true) throw Object.assign(new Error('permission denied for the schema'), { code: '42501' });
};
