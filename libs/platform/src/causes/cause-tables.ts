import type { Connection, ViewDatabase } from '../views/view-database.js';

/**
 * Under the hash of an event’s id stand its own ordinal and those of what it led to. All in one tree, its key: what an event leads to is
 * mostly written soon after it, into the same page.
 */
interface CausesTable {
  readonly hash: bigint;
  /** 0: the event itself; 1: what it led to. */
  readonly is_effect: number;
  readonly ordinal: number;
}

/** One row: how far the log has been looked through. */
interface CausesPositionTable {
  readonly id: number;
  readonly ordinal: number;
}

export interface CauseTables {
  readonly causes: CausesTable;
  readonly causes_position: CausesPositionTable;
}

/** Run in a transaction that makes tables. */
export const makeCauseTables = async (on: Connection, { keyIsTable }: ViewDatabase): Promise<void> => {
  const causes = on.schema
    .createTable('causes')
    .ifNotExists()
    .addColumn('hash', 'bigint', (column) => column.notNull())
    .addColumn('is_effect', 'integer', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('causes_key', ['hash', 'is_effect', 'ordinal']);
  await (keyIsTable ? causes.modifyEnd(keyIsTable) : causes).execute();
  await on.schema
    .createTable('causes_position')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .execute();
};
