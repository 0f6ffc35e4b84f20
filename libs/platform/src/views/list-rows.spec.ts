import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { turnsDuring } from '@tocsin/testing/turns.js';
import { toyViews } from '@tocsin/testing/toys/toy-views.js';
import { readAllPages, checkpoint, savedRow, ticket } from '@tocsin/testing/ports/view-store-samples.js';
import { rowsOfTurn } from './rows-of-turn.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

const many = 12 * rowsOfTurn;

/** The most parameters of one statement. */
const most = { parameters: 0 };
const parametersIn = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0;
  const inside = Object.values(node).reduce((sum: number, one) => sum + parametersIn(one), 0);
  return inside + ((node as { kind?: unknown }).kind === 'ValueNode' ? 1 : 0);
};
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    most.parameters = Math.max(most.parameters, parametersIn(node));
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

describe('a list over SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-lists-'));
  const database = openSqliteViews(folder);
  const store = new SqlViewStore({ ...database, read: database.read.withPlugin(counting) });
  beforeAll(async () => {
    await store.prepare(toyViews);
    const rows = Array.from({ length: many }, (_, n) =>
      savedRow(
        `t${String(n).padStart(6, '0')}`,
        ticket({ title: n === many - 1 ? 'the needle' : `disk ${n}`, size: n, board: n % 2 ? 'red' : 'blue' }),
        1,
      ),
    );
    await store.save(rows, checkpoint(1));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['a word', { words: [{ text: 'needle' }] }],
    ['a word, backwards', { words: [{ text: 'needle' }], sort: 'title', descending: true }],
    ['a word that is nowhere', { words: [{ text: 'haystack' }] }],
    ['what few rows are, of two filters that many fit', { where: { board: 'red', state: 'open' }, words: [{ text: 'needle' }] }],
  ])('that is searched for %s looks at a thousand rows a turn', async (_what, query) => {
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, ...query }));
    const isThere = !JSON.stringify(query).includes('haystack');
    expect(result.rows.map(({ row }) => (row as { title: string }).title)).toEqual(isThere ? ['the needle'] : []);
    expect(result.next).toBeNull();
    expect(turns).toBeGreaterThanOrEqual(many / rowsOfTurn - 1);
  });

  it('that is narrowed to a range of what it is sorted by goes along its index, and no further', async () => {
    const range = { column: 'title', from: 'e' };
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, where: { board: 'red' }, range, sort: 'title' }));
    expect(result.rows.map(({ row }) => (row as { title: string }).title)).toEqual(['the needle']);
    expect(turns).toBeLessThan(3);
  });

  it('stops as soon as its page is full', async () => {
    const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, where: { board: 'red' }, sort: 'size' }));
    expect(result.rows).toHaveLength(50);
    expect(turns).toBeLessThan(3);
  });

  it.each([
    ['words', { words: [{ text: 'disk' }] }, many - 1, rowsOfTurn],
    ['two filters', { where: { board: 'red', state: 'open' } }, many / 2, rowsOfTurn],
    ['one filter', { where: { state: ['open', 'done'] } }, many, 10 * rowsOfTurn],
    ['a range', { range: { column: 'title', from: 'e' } }, 1, rowsOfTurn],
    ['nothing', {}, many, 10 * rowsOfTurn],
  ])('is counted by %s so many a turn', async (_by, which, count, ofTurn) => {
    const { turns, result } = await turnsDuring(() => store.count('tickets', which));
    expect(result).toBe(count);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(many / ofTurn));
  });

  describe('that is searched for words that thousands of values stand for', () => {
    const boards = Array.from({ length: 5_000 }, (_, n) => `board ${n}`);
    const searchWords = (text: string, board: string) => Array.from({ length: 8 }, () => ({ text, or: { board: [...boards, board] } }));

    it('looks at a thousand rows a turn, in statements of a few parameters, and finds the same', async () => {
      most.parameters = 0;
      const { turns, result } = await turnsDuring(() => store.list('tickets', { limit: 50, words: searchWords('needle', 'none') }));
      expect(result.rows.map(({ row }) => (row as { title: string }).title)).toEqual(['the needle']);
      expect(turns).toBeGreaterThanOrEqual(many / rowsOfTurn - 1);
      const blue = await store.list('tickets', {
        limit: 200,
        words: searchWords('needle', 'blue'),
        where: { state: 'open' },
        sort: 'size',
      });
      expect(blue.rows.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, n) => `t${String(2 * n).padStart(6, '0')}`));
      expect(most.parameters).toBeLessThanOrEqual(200);
    });

    it('is counted so many a turn', async () => {
      most.parameters = 0;
      const { turns, result } = await turnsDuring(() =>
        store.count('tickets', { words: searchWords('needle', 'blue'), where: { state: 'open' } }),
      );
      expect(result).toBe(many / 2 + 1);
      expect(turns).toBeGreaterThanOrEqual(many / rowsOfTurn);
      expect(most.parameters).toBeLessThanOrEqual(200);
    });
  });

  it('of long rows ends before a mebibyte, and goes on in the next page; a longer row stands alone', async () => {
    const long = (n: number, bytes: number) => savedRow(`long${n}`, { ...ticket({ board: 'long' }), note: 'x'.repeat(bytes) }, 2);
    await store.save([...Array.from({ length: 30 }, (_, n) => long(10 + n, 100_000)), long(50, 3_000_000), long(51, 10)], checkpoint(2));
    const query = { where: { board: 'long' }, limit: 200 };
    const first = await store.list('tickets', query);
    expect(first.rows).toHaveLength(10);
    expect(JSON.stringify(first.rows).length).toBeLessThan(1_100_000);
    expect((await readAllPages(store, query)).map(({ id }) => id)).toHaveLength(32);
  });
});
