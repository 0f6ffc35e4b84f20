import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { turnsDuring } from '@tocsin/testing/turns.js';
import { toyViews } from '@tocsin/testing/toys/toy-views.js';
import { readAllPages, checkpoint, idsOf, savedRow, ticket } from '@tocsin/testing/ports/view-store-samples.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

const many = 6 * rowsOfTurn;
const openedAt = '2026-11-20T23:00:00.000Z';
const closedAt = '2026-11-22T01:00:00.000Z';
const removedAt = '2026-11-25T01:00:00.000Z';
const idOf = (n: number): string => `t${String(n).padStart(6, '0')}`;
const ids = Array.from({ length: many }, (_, n) => idOf(n));
const row = (n: number) =>
  ticket({ title: n === many - 1 ? 'the needle' : `disk ${n % 10}`, size: many - n, board: n % 2 ? 'red' : 'blue' });

/** The most rows, and the most characters of rows, that one statement returned. */
const most = { rows: 0, characters: 0 };
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    const characters = (result.rows as { readonly row?: string }[]).reduce((sum, { row: text = '' }) => sum + text.length, 0);
    most.rows = Math.max(most.rows, result.rows.length);
    most.characters = Math.max(most.characters, characters);
    return Promise.resolve(result);
  },
};

describe('a list as of a moment, over SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-past-'));
  const database = openSqliteViews(folder);
  const store = new SqlViewStore({ ...database, read: database.read.withPlugin(counting) });
  beforeAll(async () => {
    await store.prepare(toyViews);
    const save = (change: (n: number) => unknown, ordinal: number, at: string) =>
      store.save(
        ids.map((id, n) => savedRow(id, change(n), ordinal, at)),
        checkpoint(ordinal, at),
      );
    await save(row, 1, openedAt);
    await save((n) => ({ ...row(n), state: 'done' }), 2, closedAt);
    await save(() => null, 3, removedAt);
  });
  beforeEach(() => void Object.assign(most, { rows: 0, characters: 0 }));
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** Open rows, all cut at both midnights, and done ones, whose history is in one piece. */
  const moments = [
    ['the pieces of a day, which all end with it', '2026-11-21T12:00:00.000Z'],
    ['what was done and is gone', '2026-11-24T12:00:00.000Z'],
  ] as const;

  it.each(moments)('looks at a thousand rows a turn: %s', async (_what, at) => {
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, words: [{ text: 'needle' }], at }));
    expect(idsOf(result.rows)).toEqual([idOf(many - 1)]);
    expect(turns).toBeGreaterThanOrEqual(many / rowsOfTurn - 1);
    expect(most.rows).toBe(rowsOfTurn);
  });

  it.each(moments)('is whole and in its order, page by page: %s', async (_what, at) => {
    const query = { where: { board: 'red', title: ['disk 1', 'disk 3'] }, sort: 'size', limit: 200, at } as const;
    const red = ids.filter((_, n) => n % 10 === 1 || n % 10 === 3);
    expect(idsOf(await readAllPages(store, query))).toEqual(red.toReversed());
    expect(idsOf(await readAllPages(store, { ...query, descending: true }))).toEqual(red);
    expect(idsOf((await store.list('tickets', { limit: 3, at, descending: true })).rows)).toEqual(ids.slice(-3).toReversed());
    expect(most.rows).toBe(rowsOfTurn);
  });

  it('passes over rows of other times by the index alone, many in a turn', async () => {
    const later = '2026-11-26T12:00:00.000Z';
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, sort: 'size', descending: true, at: later }));
    expect(idsOf(result.rows)).toEqual([]);
    expect(turns).toBeLessThan(5);
  });

  it('stops as soon as its page is full, where the order has an index', async () => {
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, sort: 'size', at: moments[1][1] }));
    expect(result.rows).toHaveLength(50);
    expect(turns).toBeLessThan(5);
  });

  it('reads no more of long rows than a page holds', async () => {
    const long = Array.from({ length: 60 }, (_, n) => ({ ...ticket({ board: 'long' }), note: `${n}`.padEnd(100_000, 'x') }));
    await store.save(
      long.map((one, n) => savedRow(`long${n}`, one, 4, removedAt)),
      checkpoint(4, removedAt),
    );
    const laterInstant = '2026-11-25T03:00:00.000Z';
    await store.save(
      long.map((_, n) => savedRow(`long${n}`, null, 5, laterInstant)),
      checkpoint(5, laterInstant),
    );
    const query = { where: { board: 'long' }, limit: 50, at: '2026-11-25T02:00:00.000Z' } as const;
    expect(new Set(idsOf(await readAllPages(store, query))).size).toBe(60);
    expect(most.characters).toBeLessThan(1_100_000);
  });

  it('finds one row at once, however often it changed', async () => {
    const minute = (n: number): string => new Date(Date.UTC(2026, 10, 26, 0, n)).toISOString();
    for (let n = 0; n < 40; n += 1)
      await store.save([savedRow('busy', ticket({ size: n, state: 'done' }), 6 + n, minute(n))], checkpoint(6 + n, minute(n)));
    for (const n of [0, 20, 39]) expect((await store.get('tickets', 'busy', minute(n)))?.row).toMatchObject({ size: n });
    expect(await store.get('tickets', 'busy', '2026-11-25T23:59:59.999Z')).toBeUndefined();
    expect(await store.get('tickets', idOf(1), '2026-11-26T00:00:00.000Z')).toBeUndefined();
    expect(most.rows).toBe(1);
  });
});
