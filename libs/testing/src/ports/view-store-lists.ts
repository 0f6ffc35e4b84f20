import * as fc from 'fast-check';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import { UnknownColumn } from '@tocsin/platform/views/view-conditions.js';
import type { Ticket } from '../toys/toy-views.js';
import { testInstant, ticket, savedRow, checkpoint, idsOf, byBytes, readAllPages, type StatesCheck } from './view-store-samples.js';
import { isDeep } from '../tier.js';

/** Rows in lists: found, sorted, in pages. */
export const listsContract = (name: string, statesCheck: StatesCheck): void => {
  describe(`views in ${name}: lists`, () => {
    const rows: readonly [string, Partial<Ticket>][] = [
      ['a', { board: null, size: -2, title: 'Z' }],
      ['b', { board: 'red', size: 10, title: 'a' }],
      ['c', { board: 'blue', size: 9.5, title: 'ä', state: 'held' }],
      ['d', { board: null, size: 0, title: '', state: 'done' }],
    ];
    const withFilledStore = (check: (store: SqlViewStore) => Promise<void>) => async (store: SqlViewStore) => {
      await store.save(
        rows.map(([id, row]) => savedRow(id, ticket(row), 1)),
        checkpoint(1),
      );
      await check(store);
    };
    const findIds = async (store: SqlViewStore, query: Partial<ListQuery>) =>
      idsOf((await store.list('tickets', { limit: 10, ...query })).rows).join('');

    statesCheck(
      'filter by a value, by several, by null, and by nothing at all',
      withFilledStore(async (store) => {
        expect(await findIds(store, { where: { board: 'red' } })).toBe('b');
        expect(await findIds(store, { where: { board: ['red', null] } })).toBe('abd');
        expect(await findIds(store, { where: { board: null, state: 'open' } })).toBe('a');
        expect(await findIds(store, { where: { size: [9.5, -2] } })).toBe('ac');
        expect(await findIds(store, { where: { size: '0' as never } })).toBe('');
        expect(await findIds(store, { where: { id: ['a', 'd', 'x'] } })).toBe('ad');
        expect(await findIds(store, { where: { state: [] } })).toBe('');
        expect(await store.count('tickets', { where: { state: ['open', 'held'] } })).toBe(3);
      }),
    );

    statesCheck(
      'are counted by the values of columns, with and without a filter',
      withFilledStore(async (store) => {
        const counted = async (...by: Parameters<SqlViewStore['countBy']>) =>
          (await store.countBy(...by)).map(({ values, count }) => [...Object.values(values), count]).toSorted();
        expect(await counted('tickets', ['board'])).toEqual(
          [
            [null, 2],
            ['blue', 1],
            ['red', 1],
          ].toSorted(),
        );
        expect(await counted('tickets', ['state', 'size'], { where: { state: ['open', 'held'] } })).toEqual(
          [
            ['open', -2, 1],
            ['open', 10, 1],
            ['held', 9.5, 1],
          ].toSorted(),
        );
        expect(await counted('tickets', ['state'], { where: { state: 'open', board: ['red', 'blue'] } })).toEqual([['open', 1]]);
        expect(await counted('tickets', ['state'], { range: { column: 'title', from: 'a' } })).toEqual(
          [
            ['held', 1],
            ['open', 1],
          ].toSorted(),
        );
        expect(await counted('tickets', ['board'], { where: { state: 'open' }, words: [{ text: 'a' }] })).toEqual([['red', 1]]);
        const wide = { text: 'nothing', or: { board: Array.from({ length: 300 }, (_, n) => `b${n}`).concat('blue') } };
        expect(await counted('tickets', ['state'], { words: [wide] })).toEqual([['held', 1]]);
        await expect(store.countBy('tickets', ['nothing'])).rejects.toThrow(UnknownColumn);
      }),
    );

    statesCheck('are narrowed to a range of texts, whether they are sorted by it or not, now and then', async (store) => {
      const titles = ['2026-01', '2026-02', '2026-03', '2026-04', ''];
      await store.save(
        titles.map((title, n) => savedRow(`t${n}`, ticket({ title, state: n % 2 === 0 ? 'open' : 'done' }), 1)),
        checkpoint(1),
      );
      const range = { column: 'title', from: '2026-02', to: '2026-04' };
      const sorted = { sort: 'title', descending: true };
      expect([await findIds(store, { range }), await findIds(store, { range, ...sorted })]).toEqual(['t1t2', 't2t1']);
      expect(await findIds(store, { range, ...sorted, where: { state: 'open' } })).toBe('t2');
      expect(await findIds(store, { range: { column: 'title', to: '2026-02' } })).toBe('t0t4');
      expect(await findIds(store, { range: { column: 'title', from: '2026-03' }, ...sorted })).toBe('t3t2');
      expect(await findIds(store, { range: { column: 'title', from: '2027' } })).toBe('');
      const first = await store.list('tickets', { range, ...sorted, limit: 1 });
      expect(idsOf((await store.list('tickets', { range, ...sorted, limit: 1, cursor: first.next! })).rows)).toEqual(['t1']);
      expect([await store.count('tickets', { range }), await store.count('tickets', { range, where: { state: 'open' } })]).toEqual([2, 1]);
      await store.save([savedRow('t1', ticket({ title: '2025' }), 2, testInstant('04:00:00'))], checkpoint(2, testInstant('04:00:00')));
      expect([await findIds(store, { range }), await findIds(store, { range, at: testInstant('03:30:00') })]).toEqual(['t2', 't1t2']);
      expect(await findIds(store, { range, ...sorted, at: testInstant('03:30:00') })).toBe('t2t1');
      await expect(store.list('tickets', { range: { column: 'nothing' }, limit: 1 })).rejects.toThrow(UnknownColumn);
    });

    statesCheck('are searched for words: anywhere in the text, every character meaning itself', async (store) => {
      const titles = ['disk 100% full', 'disk on db_1', 'ÄRGER in süd', 'it’s down!'];
      const rows = titles.map((title, n) => savedRow(`t${n}`, ticket({ title, board: n === 3 ? 'red' : null }), 1));
      await store.save(rows, checkpoint(1));
      const searchIds = (...texts: readonly string[]) => findIds(store, { words: texts.map((text) => ({ text })) });
      expect([await searchIds('disk'), await searchIds('disk', 'full'), await searchIds('disk', 'süd')]).toEqual(['t0t1', 't0', '']);
      expect([await searchIds('0%'), await searchIds('%'), await searchIds('b_1'), await searchIds('_')]).toEqual(['t0', 't0', 't1', 't1']);
      expect([await searchIds('ärger'), await searchIds('!'), await searchIds("'"), await searchIds('sd')]).toEqual(['t2', 't3', '', '']);
      const orBoard = [{ text: 'disk', or: { board: ['red', null] } }];
      expect(await findIds(store, { words: orBoard, where: { board: 'red' } })).toBe('t3');
      expect(await findIds(store, { words: [{ text: 'disk', or: { board: [] } }], sort: 'title', descending: true })).toBe('t1t0');
      expect(await store.count('tickets', { where: { state: 'open' }, words: [{ text: 'disk' }] })).toBe(2);
      await store.save([savedRow('t1', ticket({ title: 'cpu' }), 2, testInstant('04:00:00'))], checkpoint(2, testInstant('04:00:00')));
      expect([await searchIds('db_1'), await findIds(store, { words: [{ text: 'db_1' }], at: testInstant('03:30:00') })]).toEqual([
        '',
        't1',
      ]);
      await expect(store.list('boards', { words: [{ text: 'x' }], limit: 1 })).rejects.toThrow(UnknownColumn);
    });

    statesCheck('are searched for words that hundreds of values stand for, now and then', async (store) => {
      const rows = [ticket({ title: 'disk', board: 'x' }), ticket({ title: 'cpu', board: null }), ticket({ title: 'cpu', board: 'b299' })];
      await store.save(
        [...rows, ticket({ title: 'cpu', board: 'x' })].map((row, n) => savedRow(`t${n}`, row, 1)),
        checkpoint(1),
      );
      const board = [null, ...Array.from({ length: 300 }, (_, n) => `b${n}`)];
      const words = [{ text: 'disk', or: { board } }];
      expect(await findIds(store, { words })).toBe('t0t1t2');
      expect(await findIds(store, { words: [...words, { text: 'cpu' }], sort: 'board', descending: true })).toBe('t2t1');
      expect(await store.count('tickets', { words, where: { state: 'open' } })).toBe(3);
      const first = await store.list('tickets', { words, limit: 2 });
      expect([idsOf(first.rows).join(''), await findIds(store, { words, cursor: first.next! })]).toEqual(['t0t1', 't2']);
      await store.save(
        [savedRow('t2', null, 2, testInstant('04:00:00')), savedRow('t0', ticket({ title: 'cpu' }), 2, testInstant('04:00:00'))],
        checkpoint(2, testInstant('04:00:00')),
      );
      expect([await findIds(store, { words }), await findIds(store, { words, at: testInstant('03:30:00') })]).toEqual(['t1', 't0t1t2']);
    });

    statesCheck(
      'sort numbers by size, text by its bytes, nothing first',
      withFilledStore(async (store) => {
        expect(await findIds(store, { sort: 'size' })).toBe('adcb');
        expect(await findIds(store, { sort: 'size', descending: true })).toBe('bcda');
        expect(await findIds(store, { sort: 'title' })).toBe('dabc');
        expect(await findIds(store, { sort: 'board' })).toBe('adcb');
        expect(await findIds(store, { sort: 'board', descending: true })).toBe('bcda');
      }),
    );

    statesCheck('come in pages, in both directions, and lose and repeat nothing among equals', async (store) => {
      let ordinal = 0;
      const sizes = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 25, size: 'max' });
      await fc.assert(
        fc.asyncProperty(sizes, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (sizes, limit, descending) => {
          const old = await readAllPages(store, { limit: 200 });
          ordinal += 1;
          const savedRows = sizes.map((size, n) => savedRow(`t${n}`, ticket({ size }), ordinal));
          await store.save([...old.map(({ id }) => savedRow(id, null, ordinal)), ...savedRows], checkpoint(ordinal));
          const sorted = savedRows
            .toSorted((a, b) => (a.row as Ticket).size - (b.row as Ticket).size || byBytes(a.id, b.id))
            .map(({ id }) => id);
          expect(idsOf(await readAllPages(store, { sort: 'size', limit, descending }))).toEqual(descending ? sorted.toReversed() : sorted);
          expect(idsOf(await readAllPages(store, { limit, descending: true }))).toEqual(sorted.toSorted(byBytes).toReversed());
        }),
        { numRuns: isDeep ? 300 : 25 },
      );
    });

    statesCheck(
      'go back from a cursor in the opposite direction',
      withFilledStore(async (store) => {
        const { next } = await store.list('tickets', { sort: 'size', limit: 3 });
        expect(await findIds(store, { sort: 'size', cursor: next! })).toBe('b');
        expect(await findIds(store, { sort: 'size', cursor: next!, descending: true })).toBe('da');
      }),
    );

    statesCheck(
      'refuse a cursor that they did not give, a column that is not there, and a limit without measure',
      withFilledStore(async (store) => {
        const { next } = await store.list('tickets', { sort: 'size', limit: 1 });
        const cursors = [
          '',
          'x',
          next!.slice(1),
          Buffer.from('["size",1,"a"]').toString('base64url'),
          Buffer.from('{}').toString('base64url'),
        ];
        for (const cursor of cursors) await expect(store.list('tickets', { sort: 'size', limit: 1, cursor })).rejects.toThrow(BadCursor);
        await expect(store.list('tickets', { sort: 'title', limit: 1, cursor: next! })).rejects.toThrow(BadCursor);
        await expect(store.list('tickets', { sort: 'nope', limit: 1 })).rejects.toThrow(UnknownColumn);
        await expect(store.list('tickets', { where: { '"id" = 1 --': 1 }, limit: 1 })).rejects.toThrow(UnknownColumn);
        for (const limit of [0, 201, 1.5]) await expect(store.list('tickets', { limit })).rejects.toThrow(RangeError);
      }),
    );
  });
};
