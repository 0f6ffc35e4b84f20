import type { Connection, ViewDatabase } from '../views/view-database.js';

/** Must be called in a transaction that creates tables. */
export const makeCauseTables = async (on: Connection, { keyIsTable }: ViewDatabase): Promise<void> => {
  const causes = on.schema
    .createTable('causes')
    .ifNotExists()
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('hash', 'bigint', (column) => column.notNull())
    .addColumn('is_effect', 'integer', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('causes_key', ['part', 'hash', 'is_effect', 'ordinal']);
  await (keyIsTable ? causes.modifyEnd(keyIsTable) : causes).execute();
  await on.schema
    .createTable('causes_position')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .execute();
};
