import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { RowWriter } from './row-writer.js';
import type { ViewTables } from './view-database.js';
import type { StoredCurrentRow } from './view-table.js';

const view: AnyView = { name: 'stock', hasHistory: false, on: {} };
const rowsOf = (count: number): readonly StoredCurrentRow[] =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, ordinal: n, row: '{}', since: '', is_open: 0, command: '' }));

describe('the statements that write rows', () => {
  it('are few, whatever the number of rows, and write each row once, in order', async () => {
    const texts = new Set<string>();
    let written: unknown[] = [];
    const on = new Kysely<ViewTables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      log: ({ query }) => {
        texts.add(query.sql);
        written.push(...query.parameters.filter((parameter) => String(parameter).startsWith('r')));
      },
    });
    const writer = new RowWriter();
    for (let count = 0; count <= 200; count += 1) {
      written = [];
      const currentRows = rowsOf(count);
      await writer.write(on, view, '', { currentRows, removed: [], intervals: [] });
      expect(written).toEqual(currentRows.map(({ id }) => id));
    }
    expect(texts.size).toBe(4);
  });
});
