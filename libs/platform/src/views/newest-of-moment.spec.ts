import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { View } from '@tocsin/kernel/rows/view.js';
import { checkpoint, savedRow } from '@tocsin/testing/ports/view-store-samples.js';
import { newestOfMoment } from './newest-of-moment.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';
import { fromSortable, toBound } from './view-table.js';

interface Numbered {
  readonly number: number;
  readonly givenAt: string;
  readonly state: string;
}
const numbered: View<Numbered> = {
  name: 'numbered',
  hasHistory: true,
  numbered: { column: 'number', givenAt: ({ givenAt }) => givenAt },
  isOpen: ({ state }) => state === 'open',
  columns: { number: ({ number }) => number, state: ({ state }) => state },
  on: {},
};
const count = 60_000;
/** Of each pair the higher number comes first. */
const numberAt = (place: number): number => (place % 2 === 0 ? place + 2 : place);
const instantOf = (place: number): string => new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString();

describe('a list of the highest numbers as of a moment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-numbered-'));
  const database = openSqliteViews(folder);
  const store = new SqlViewStore(database);
  beforeAll(async () => {
    await store.prepare([numbered]);
    for (let from = 0; from < count; from += 5_000) {
      const rows = Array.from({ length: 5_000 }, (_, n) => {
        const place = from + n;
        const saved = savedRow(
          `n${place}`,
          { number: numberAt(place), givenAt: instantOf(place), state: 'done' },
          place + 1,
          instantOf(place),
        );
        return { ...saved, view: 'numbered' };
      });
      await store.save(rows, checkpoint(from + 5_000, instantOf(from + 4_999)));
    }
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const listAt = async (place: number) => {
    const query = { sort: 'number', descending: true, limit: 20, where: { state: 'done' } } as const;
    const { rows } = await store.list('numbered', { ...query, at: instantOf(place) });
    return rows.map(({ row }) => (row as Numbered).number);
  };
  const expectedAt = (place: number): readonly number[] =>
    Array.from({ length: Math.min(place + 1, 40) }, (_, n) => numberAt(place - n))
      .toSorted((a, b) => b - a)
      .slice(0, 20);

  it.each([0, 1, 5, 1_000, 30_001, count - 2, count - 1])('is whole after %s', async (place) => {
    expect(await listAt(place)).toEqual(expectedAt(place));
  });

  const walk = { column: 'by_number', descending: true, filters: [], searched: [], wide: [], along: undefined, limit: 20 };
  it('begins near the moment, not at the end', async () => {
    const most = await newestOfMoment(database, numbered, toBound(instantOf(500)), walk);
    expect(fromSortable(most!)).toBeLessThan(3_000);
  });

  it('begins at the end where nothing came later, and for other orders', async () => {
    expect(await newestOfMoment(database, numbered, toBound(instantOf(count)), walk)).toBeUndefined();
    expect(await newestOfMoment(database, numbered, toBound(instantOf(5)), { ...walk, descending: false })).toBeUndefined();
  });

  it('has all that was there, also after one that had left the lists came back', async () => {
    // so many that the halving looks at it
    const left = Array.from({ length: 45_000 }, (_, place) => ({
      ...savedRow(`n${place}`, null, count + 1, instantOf(count)),
      view: 'numbered',
    }));
    await store.save(left, checkpoint(count + 1, instantOf(count)));
    await sql`delete from "c_numbered"`.execute(database.write);
    expect(await listAt(50_001)).toEqual(expectedAt(50_001));
    const row = { number: numberAt(40_000), givenAt: instantOf(40_000), state: 'done' };
    await store.save(
      [{ ...savedRow('n40000', row, count + 2, instantOf(count + 1)), view: 'numbered' }],
      checkpoint(count + 2, instantOf(count + 1)),
    );
    expect(await listAt(50_001)).toEqual(expectedAt(50_001));
  });
});
