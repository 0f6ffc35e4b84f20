import * as fc from 'fast-check';
import type { AnyView } from '@tocsin/kernel/view.js';
import { midnight, plus } from '@tocsin/kernel/time.js';
import { BadCursor } from '@tocsin/platform/views/cursor.js';
import { CheckpointMoved } from '@tocsin/platform/views/meta-tables.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { ListQuery, RowSaved, ShownRow } from '@tocsin/platform/views/view-store.js';
import { NoPast, UnknownColumn } from '@tocsin/platform/views/view-query.js';
import { someInstant } from './toy-history.js';
import { tickets, toyToken, toyViews, type Ticket } from './toy-views.js';

const at = (time: string): string => `2026-11-21T${time}.000Z`;
const ticket = (over: Partial<Ticket> = {}): Ticket => ({ state: 'open', title: 'disk', board: 'red', size: 1, ...over });
const saved = (id: string, row: unknown, ordinal: number, when = at('03:00:00'), view = 'tickets'): RowSaved => ({
  view,
  id,
  row,
  ordinal,
  at: when,
});
const checkpoint = (ordinal: number, logTime = at('03:00:00')) => ({ ordinal, logTime, token: toyToken(ordinal) });
const idsOf = (rows: readonly ShownRow[]): readonly string[] => rows.map((row) => row.id);
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const deep = process.env['TOCSIN_DEEP'] === '1';

export const dumped = async (store: SqlViewStore, view: string): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const line of store.dump(view)) lines.push(line);
  return lines;
};

/** Reads a list to its end. */
const allPages = async (store: SqlViewStore, query: Omit<ListQuery, 'cursor'>): Promise<readonly ShownRow[]> => {
  const rows: ShownRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.list('tickets', { ...query, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.next;
  }
  return rows;
};

/**
 * What every store of views must do. `open` answers a store over an empty database, or `undefined` where there is no such database on this
 * machine and the report of the test run says so.
 */
export const viewStoreContract = (name: string, open: () => Promise<SqlViewStore | undefined>): void => {
  const says = (sentence: string, check: (store: SqlViewStore) => Promise<void>): void => {
    it(
      sentence,
      async () => {
        const store = await open();
        if (!store) return;
        try {
          await store.prepare(toyViews);
          await check(store);
        } finally {
          await store.close();
        }
      },
      60_000,
    );
  };

  describe(`views in ${name}: rows`, () => {
    says('are as they were saved, with the ordinal that made them', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('t2', ticket({ title: 'cpu' }), 2)], checkpoint(2));
      expect(await store.get('tickets', 't1')).toEqual({ id: 't1', row: ticket(), ordinal: 1 });
      expect(await store.get('tickets', 't3')).toBeUndefined();
      expect(await store.load('tickets', ['t2', 't3', 't2'])).toEqual(new Map([['t2', ticket({ title: 'cpu' })]]));
      expect(await store.checkpoint()).toEqual(checkpoint(2));
    });

    says('are replaced, removed, and made again', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('t2', ticket(), 1)], checkpoint(1));
      await store.save([saved('t1', ticket({ state: 'done' }), 2), saved('t2', null, 2)], checkpoint(2));
      expect(idsOf((await store.list('tickets', { limit: 10 })).rows)).toEqual(['t1']);
      await store.save([saved('t1', null, 3), saved('t2', ticket(), 3), saved('t2', null, 4), saved('t2', ticket(), 5)], checkpoint(5));
      expect(await store.get('tickets', 't1')).toBeUndefined();
      expect(await store.get('tickets', 't2')).toEqual({ id: 't2', row: ticket(), ordinal: 5 });
      expect(await store.count('tickets')).toBe(1);
    });

    says('keep every character, and a megabyte', async (store) => {
      const title = 'Ärger 漢字 🔥 \u0000 \ud800 \' " \\ %';
      const row = ticket({ title: title + 'x'.repeat(1_000_000) });
      await store.save([saved('ü🔥', row, 1), saved('t2', ticket({ title }), 1)], checkpoint(1));
      await store.save([saved('ü🔥', ticket(), 2, at('04:00:00'))], checkpoint(2));
      expect(await store.get('tickets', 'ü🔥', at('03:30:00'))).toEqual({ id: 'ü🔥', row, ordinal: 1 });
      expect(idsOf((await store.list('tickets', { where: { title }, limit: 10 })).rows)).toEqual(['t2']);
    });

    says('more than one statement holds are saved and loaded', async (store) => {
      const rows = Array.from({ length: 777 }, (_, n) => saved(`t${n}`, ticket({ size: n }), n + 1));
      await store.save(rows, checkpoint(777));
      expect(await store.count('tickets')).toBe(777);
      const loaded = await store.load(
        'tickets',
        rows.map((row) => row.id),
      );
      expect(loaded.size).toBe(777);
    });
  });

  describe(`views in ${name}: lists`, () => {
    const rows: readonly [string, Partial<Ticket>][] = [
      ['a', { board: null, size: -2, title: 'Z' }],
      ['b', { board: 'red', size: 10, title: 'a' }],
      ['c', { board: 'blue', size: 9.5, title: 'ä', state: 'held' }],
      ['d', { board: null, size: 0, title: '', state: 'done' }],
    ];
    const filled = (check: (store: SqlViewStore) => Promise<void>) => async (store: SqlViewStore) => {
      await store.save(
        rows.map(([id, row]) => saved(id, ticket(row), 1)),
        checkpoint(1),
      );
      await check(store);
    };
    const found = async (store: SqlViewStore, query: Partial<ListQuery>) =>
      idsOf((await store.list('tickets', { limit: 10, ...query })).rows).join('');

    says(
      'filter by a value, by several, by null, and by nothing at all',
      filled(async (store) => {
        expect(await found(store, { where: { board: 'red' } })).toBe('b');
        expect(await found(store, { where: { board: ['red', null] } })).toBe('abd');
        expect(await found(store, { where: { board: null, state: 'open' } })).toBe('a');
        expect(await found(store, { where: { size: [9.5, -2] } })).toBe('ac');
        expect(await found(store, { where: { size: '0' as never } })).toBe('');
        expect(await found(store, { where: { id: ['a', 'd', 'x'] } })).toBe('ad');
        expect(await found(store, { where: { state: [] } })).toBe('');
        expect(await store.count('tickets', { state: ['open', 'held'] })).toBe(3);
      }),
    );

    says('are searched for words: anywhere in the text, every character meaning itself', async (store) => {
      const titles = ['disk 100% full', 'disk on db_1', 'ÄRGER in süd', 'it’s down!'];
      const rows = titles.map((title, n) => saved(`t${n}`, ticket({ title, board: n === 3 ? 'red' : null }), 1));
      await store.save(rows, checkpoint(1));
      const searched = (...texts: readonly string[]) => found(store, { words: texts.map((text) => ({ text })) });
      expect([await searched('disk'), await searched('disk', 'full'), await searched('disk', 'süd')]).toEqual(['t0t1', 't0', '']);
      expect([await searched('0%'), await searched('%'), await searched('b_1'), await searched('_')]).toEqual(['t0', 't0', 't1', 't1']);
      expect([await searched('ärger'), await searched('!'), await searched("'"), await searched('sd')]).toEqual(['t2', 't3', '', '']);
      const orBoard = [{ text: 'disk', or: { board: ['red', null] } }];
      expect(await found(store, { words: orBoard, where: { board: 'red' } })).toBe('t3');
      expect(await found(store, { words: [{ text: 'disk', or: { board: [] } }], sort: 'title', descending: true })).toBe('t1t0');
      expect(await store.count('tickets', { state: 'open' }, [{ text: 'disk' }])).toBe(2);
      await store.save([saved('t1', ticket({ title: 'cpu' }), 2, at('04:00:00'))], checkpoint(2, at('04:00:00')));
      expect([await searched('db_1'), await found(store, { words: [{ text: 'db_1' }], at: at('03:30:00') })]).toEqual(['', 't1']);
      await expect(store.list('boards', { words: [{ text: 'x' }], limit: 1 })).rejects.toThrow(UnknownColumn);
    });

    says(
      'sort numbers by size, text by its bytes, nothing first',
      filled(async (store) => {
        expect(await found(store, { sort: 'size' })).toBe('adcb');
        expect(await found(store, { sort: 'size', descending: true })).toBe('bcda');
        expect(await found(store, { sort: 'title' })).toBe('dabc');
        expect(await found(store, { sort: 'board' })).toBe('adcb');
        expect(await found(store, { sort: 'board', descending: true })).toBe('bcda');
      }),
    );

    says('come in pages, in both directions, and lose and repeat nothing among equals', async (store) => {
      let ordinal = 0;
      const sizes = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 25, size: 'max' });
      await fc.assert(
        fc.asyncProperty(sizes, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (sizes, limit, descending) => {
          const old = await allPages(store, { limit: 200 });
          ordinal += 1;
          const made = sizes.map((size, n) => saved(`t${n}`, ticket({ size }), ordinal));
          await store.save([...old.map(({ id }) => saved(id, null, ordinal)), ...made], checkpoint(ordinal));
          const sorted = made
            .toSorted((a, b) => (a.row as Ticket).size - (b.row as Ticket).size || byBytes(a.id, b.id))
            .map(({ id }) => id);
          expect(idsOf(await allPages(store, { sort: 'size', limit, descending }))).toEqual(descending ? sorted.toReversed() : sorted);
          expect(idsOf(await allPages(store, { limit, descending: true }))).toEqual(sorted.toSorted(byBytes).toReversed());
        }),
        { numRuns: deep ? 300 : 25 },
      );
    });

    says(
      'go back from a cursor in the opposite direction',
      filled(async (store) => {
        const { next } = await store.list('tickets', { sort: 'size', limit: 3 });
        expect(await found(store, { sort: 'size', cursor: next! })).toBe('b');
        expect(await found(store, { sort: 'size', cursor: next!, descending: true })).toBe('da');
      }),
    );

    says(
      'refuse a cursor that they did not give, a column that is not there, and a limit without measure',
      filled(async (store) => {
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

  describe(`views in ${name}: the past`, () => {
    says('is what a list of all that happened would say, at any moment', async (store) => {
      let run = 0;
      const change = fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        when: someInstant,
        isRemoved: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
        state: fc.constantFrom('open' as const, 'held' as const, 'done' as const),
        size: fc.integer({ min: -2, max: 2 }),
      });
      const changes = fc.array(change, { minLength: 1, maxLength: 40, size: 'max' });
      await fc.assert(
        fc.asyncProperty(
          changes,
          fc.array(someInstant, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 9 }),
          async (given, moments, batch) => {
            run += 1;
            // Each run has ids of its own: the store of the runs before stays as it is.
            const board = `run${run}`;
            const inOrder = given
              .toSorted((a, b) => byBytes(a.when, b.when))
              .map(({ id, when, isRemoved, state, size }, n) =>
                saved(`${board}-${id}`, isRemoved ? null : ticket({ state, size, board }), run * 1000 + n, when),
              );
            for (let n = 0; n < inOrder.length; n += batch) {
              await store.save(inOrder.slice(n, n + batch), checkpoint(run * 1000 + n));
            }
            for (const moment of [...moments, ...inOrder.slice(0, 5).map((row) => row.at)]) {
              const model = new Map<string, ShownRow>();
              for (const { id, row, ordinal, at: since } of inOrder) {
                if (since > moment) break;
                if (row === null) model.delete(id);
                else model.set(id, { id, row, ordinal });
              }
              const expected = [...model.values()].toSorted(
                (a, b) => (a.row as Ticket).size - (b.row as Ticket).size || byBytes(a.id, b.id),
              );
              expect(await allPages(store, { where: { board }, sort: 'size', limit: 2, at: moment })).toEqual(expected);
              for (const one of ['a', 'b', 'c', 'd', 'e']) {
                expect(await store.get('tickets', `${board}-${one}`, moment)).toEqual(model.get(`${board}-${one}`));
              }
            }
          },
        ),
        { numRuns: deep ? 300 : 20 },
      );
    });

    says('of open rows is cut at each midnight, that of others is kept whole', async (store) => {
      const opened = '2026-11-20T23:00:00.000Z';
      const done = '2026-11-23T01:00:00.000Z';
      const gone = '2026-11-26T01:00:00.000Z';
      await store.save([saved('t1', ticket(), 1, opened)], checkpoint(1, opened));
      await store.save([saved('t1', ticket({ state: 'done' }), 2, done)], checkpoint(2, done));
      await store.save([saved('t1', null, 3, gone)], checkpoint(3, gone));
      const pieces = (await dumped(store, 'tickets')).map((line) => JSON.parse(line) as Record<string, string>);
      expect(pieces.map(({ table, since, until, day = '' }) => [table, since, until, day])).toEqual([
        ['p_tickets', opened, midnight('2026-11-21'), '2026-11-20'],
        ['p_tickets', midnight('2026-11-21'), midnight('2026-11-22'), '2026-11-21'],
        ['p_tickets', midnight('2026-11-22'), midnight('2026-11-23'), '2026-11-22'],
        ['p_tickets', midnight('2026-11-23'), done, '2026-11-23'],
        ['c_tickets', done, gone, ''],
      ]);
    });

    says('of a row that stood open for more than a week is kept whole and found', async (store) => {
      const opened = at('03:00:00');
      const done = plus(opened, 400 * 86_400_000);
      await store.save([saved('t1', ticket(), 1, opened), saved('t1', ticket({ state: 'done' }), 2, done)], checkpoint(2, done));
      expect(await dumped(store, 'tickets')).toHaveLength(2);
      const query = { where: { state: 'open' }, limit: 10, at: plus(opened, 300 * 86_400_000) };
      expect(idsOf((await store.list('tickets', query)).rows)).toEqual(['t1']);
    });

    says('does not hold what stood for no time at all', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('t1', ticket({ size: 2 }), 2)], checkpoint(2));
      await store.save([saved('t1', ticket({ size: 3 }), 3)], checkpoint(3));
      expect(await dumped(store, 'tickets')).toHaveLength(1);
      expect((await store.get('tickets', 't1', at('03:00:00')))?.ordinal).toBe(3);
      expect(await store.get('tickets', 't1', at('02:59:59'))).toBeUndefined();
    });

    says('of a view that keeps none is refused', async (store) => {
      await expect(store.get('tallies', 'all', at('03:00:00'))).rejects.toThrow(NoPast);
      await expect(store.list('tallies', { limit: 1, at: at('03:00:00') })).rejects.toThrow(NoPast);
    });
  });

  describe(`views in ${name}: the checkpoint`, () => {
    says('stands at nothing in a new store', async (store) => {
      expect(await store.checkpoint()).toEqual({ ordinal: 0, logTime: '', token: '' });
    });

    says('and the rows stay as they were when a save fails', async (store) => {
      await store.save([saved('t1', ticket(), 1)], checkpoint(1));
      const failing = [saved('t1', ticket({ size: 7 }), 2, at('05:00:00')), saved('x', {}, 2, at('05:00:00'), 'nowhere')];
      await expect(store.save(failing, checkpoint(2))).rejects.toThrow('nowhere');
      expect(await store.checkpoint()).toEqual(checkpoint(1));
      expect(await dumped(store, 'tickets')).toHaveLength(1);
      expect((await store.get('tickets', 't1'))?.ordinal).toBe(1);
    });

    says('lets only one of two projectors go on from it', async (store) => {
      const racing = (await Promise.allSettled([
        store.save([saved('t1', ticket(), 1)], checkpoint(1), 0),
        store.save([saved('t1', ticket(), 2)], checkpoint(2), 0),
      ])) as { status: string; reason?: unknown }[];
      expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(racing.find(({ status }) => status === 'rejected')?.reason).toBeInstanceOf(CheckpointMoved);
      const { ordinal } = await store.checkpoint();
      await expect(store.save([], checkpoint(9), ordinal + 1)).rejects.toThrow(CheckpointMoved);
      await store.save([], checkpoint(9), ordinal);
      expect(await store.checkpoint()).toEqual(checkpoint(9));
    });
  });

  describe(`views in ${name}: definitions`, () => {
    const others = toyViews.filter((view) => view.name !== 'tickets');
    const changed: readonly AnyView[] = [{ ...tickets, version: 2 }, ...others];

    says('that stay the same keep their rows', async (store) => {
      await store.save([saved('t1', ticket(), 1)], checkpoint(1));
      expect(await store.prepare(toyViews)).toEqual([]);
      expect(await store.count('tickets')).toBe(1);
    });

    says('that change empty their view alone, and name it until it is built again', async (store) => {
      await store.save([saved('t1', ticket(), 1), saved('all', { moved: 1 }, 1, at('03:00:00'), 'tallies')], checkpoint(1));
      expect(await store.prepare(changed)).toEqual(['tickets']);
      expect(await store.prepare(changed)).toEqual(['tickets']);
      expect(await store.count('tickets')).toBe(0);
      expect(await store.count('tallies')).toBe(1);
      expect(await store.checkpoint()).toEqual(checkpoint(1));
      await store.beginRebuild([changed[0]!]);
      await store.swap([changed[0]!], checkpoint(1));
      expect(await store.prepare(changed)).toEqual([]);
    });

    says('that are gone take their rows with them', async (store) => {
      await store.save([saved('t1', ticket(), 1)], checkpoint(1));
      expect(await store.prepare(others)).toEqual([]);
      expect(await store.prepare(toyViews)).toEqual(['tickets']);
      expect(await store.count('tickets')).toBe(0);
    });

    says('need a name that can be a table', async (store) => {
      await expect(store.prepare([{ ...tickets, name: 'tick"ets' }])).rejects.toThrow('name of a view');
    });
  });
};
