import type { Expression, Kysely, RawBuilder, Transaction } from 'kysely';
import type { ValidityInterval, CurrentRow } from './view-table.js';

/** One row: the position of the views. */
interface CheckpointTable {
  readonly id: number;
  readonly ordinal: number;
  readonly log_time: string;
  readonly token: string;
}

export interface DefinitionTable {
  readonly name: string;
  readonly fingerprint: string;
  /** Counts the tables that a view has had: names of indexes must differ while two tables exist side by side. */
  readonly generation: number;
  /** 0 until its rows match the checkpoint. */
  readonly is_built: number;
}

/**
 * Maps the hash of an event’s id to its ordinal and those of its effects. Everything is in one tree, the primary key, which starts with the part of the
 * log: writes go to the few pages of the last part, however long the log is.
 */
interface CausesTable {
  readonly part: number;
  readonly hash: number;
  /** 0: the event itself; 1: its effects. */
  readonly is_effect: number;
  readonly ordinal: number;
  /** Consecutive effects share one entry. */
  readonly events: number;
}

/** One row: how far the log is indexed. */
interface CausesPositionTable {
  readonly id: number;
  readonly ordinal: number;
}

/** One row: what the lists were built without. */
interface UnlistedTable {
  readonly id: number;
  readonly before: string;
}

/** Tables of views are named after them, with a letter as prefix. */
export type ViewTables = {
  readonly checkpoint: CheckpointTable;
  readonly view_definitions: DefinitionTable;
  readonly unlisted: UnlistedTable;
  readonly causes: CausesTable;
  readonly causes_position: CausesPositionTable;
} & Readonly<Record<`v_${string}`, CurrentRow>> &
  Readonly<Record<`p_${string}`, ValidityInterval>> &
  Readonly<Record<`c_${string}`, Omit<ValidityInterval, 'day'>>>;

export type Connection = Kysely<ViewTables> | Transaction<ViewTables>;

export interface ViewDatabase {
  readonly write: Kysely<ViewTables>;
  readonly read: Kysely<ViewTables>;
  /** Whether an error means that the database can’t be reached now, rather than that a statement is wrong. */
  isAway(error: unknown): boolean;
  /** The type of a text that compares byte by byte. */
  readonly text: Expression<unknown>;
  /** The first statement in a transaction that creates tables: makes two nodes that start together take turns. */
  readonly beforeTables: RawBuilder<unknown> | null;
  /** Ends the statement for a table that consists only of its key, if the database would otherwise store it twice. */
  readonly keyIsTable: RawBuilder<unknown> | null;
  /** The approximate number of changes in one transaction of a projector. */
  readonly rowsPerSave: number;
  /** Whether the query planner finds the best index; otherwise `hideFromIndexes` keeps conditions from using the other indexes. */
  readonly canChooseIndexes: boolean;
  hideFromIndexes(column: string): Expression<unknown>;
  /** Keeps values of rows out of the database’s statistics on columns, because these would outlive the rows. */
  readonly rememberNoRows: (on: Connection, table: string) => Promise<void>;
  /** Runs ANALYZE on tables that were just filled, where the planner uses statistics. */
  tidy(): Promise<void>;
  /** Removes the rows of an unused table, if it exists; in small steps where dropping it takes long. */
  empty(table: string): Promise<void>;
  /** Removes copies of pages from the database’s own log, where that is possible. */
  emptyLog(): Promise<void>;
  close(): Promise<void>;
}
