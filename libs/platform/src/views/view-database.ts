import type { Expression, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Piece, Standing } from './view-table.js';

/** One row: how far the views have come. */
interface CheckpointTable {
  readonly id: number;
  readonly ordinal: number;
  readonly log_time: string;
  readonly token: string;
}

export interface DefinitionTable {
  readonly name: string;
  readonly fingerprint: string;
  /** Counts the tables that a view has had: names of indexes must differ while two stand side by side. */
  readonly generation: number;
  /** 0 until its rows are those of the checkpoint. */
  readonly is_built: number;
}

/**
 * Under the hash of an event’s id stand its own ordinal and those of what it led to, in the part of the log that they are from. All in one tree,
 * its key: what is written goes into the few pages of the last part, however long the log is.
 */
interface CausesTable {
  readonly part: number;
  readonly hash: number;
  /** 0: the event itself; 1: what it led to. */
  readonly is_effect: number;
  readonly ordinal: number;
  /** Effects that follow each other on the log are one entry. */
  readonly events: number;
}

/** One row: how far the log has been looked through. */
interface CausesPositionTable {
  readonly id: number;
  readonly ordinal: number;
}

/** The tables of a view are named after it, so they are known by their first letter. */
export type ViewTables = {
  readonly checkpoint: CheckpointTable;
  readonly view_definitions: DefinitionTable;
  readonly causes: CausesTable;
  readonly causes_position: CausesPositionTable;
} & Readonly<Record<`v_${string}`, Standing>> &
  Readonly<Record<`p_${string}`, Piece>> &
  Readonly<Record<`c_${string}`, Omit<Piece, 'day'>>>;

export type Connection = Kysely<ViewTables> | Transaction<ViewTables>;

/** All that differs between the databases that keep views. */
export interface ViewDatabase {
  readonly write: Kysely<ViewTables>;
  readonly read: Kysely<ViewTables>;
  /** Whether an error says that the database can’t be reached now, rather than that something is wrong with a statement. */
  isAway(error: unknown): boolean;
  /** The type of a text that compares byte by byte. */
  readonly text: Expression<unknown>;
  /** Run first in a transaction that makes tables: two nodes that start together take turns. */
  readonly beforeTables: RawBuilder<unknown> | null;
  /** Ends the statement that makes a table of nothing but its key, where it would be kept twice otherwise. */
  readonly keyIsTable: RawBuilder<unknown> | null;
  /** About how many changes one transaction of a projector holds. */
  readonly rowsPerSave: number;
  /** Whether it knows by itself which index is the narrowest; otherwise it is told, by the conditions that `hidden` keeps from its indexes. */
  readonly choosesIndexes: boolean;
  hidden(column: string): Expression<unknown>;
  /** Keeps what stands in rows out of what it remembers about the values of columns, which would outlive the rows. */
  readonly rememberNoRows: (on: Connection, table: string) => Promise<void>;
  /** Lets it look at tables that were just filled, where it chooses by what it has seen. */
  tidy(): Promise<void>;
  /** Removes the rows of a table that nobody uses any more, if it is there, in small steps where dropping it takes long. */
  empty(table: string): Promise<void>;
  /** Gets rid of the copies of pages that the database keeps in a log of its own, where it can. */
  emptyLog(): Promise<void>;
  close(): Promise<void>;
}
