import * as fc from 'fast-check';
import { midnightOf, addMillis } from '@tocsin/kernel/time.js';
import type { ShownRow } from '@tocsin/platform/views/view-store.js';
import { HistoryUnavailable } from '@tocsin/platform/views/view-query.js';
import { momentOf } from '@tocsin/platform/views/view-table.js';
import { someInstant } from '../toys/toy-history.js';
import type { Ticket } from '../toys/toy-views.js';
import {
  testInstant,
  ticket,
  savedRow,
  checkpoint,
  idsOf,
  byBytes,
  dumpView,
  readAllPages,
  type StatesCheck,
} from './view-store-samples.js';
import { isDeep } from '../tier.js';

/** Rows as they were at any moment. */
export const pastContract = (name: string, statesCheck: StatesCheck): void => {
  describe(`views in ${name}: the past`, () => {
    statesCheck('is what a list of all that happened would say, at any moment', async (store) => {
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
          async (initialRows, moments, batch) => {
            run += 1;
            // Each run uses its own ids: rows of earlier runs stay in the store.
            const board = `run${run}`;
            const inOrder = initialRows
              .toSorted((a, b) => byBytes(a.when, b.when))
              .map(({ id, when, isRemoved, state, size }, n) =>
                savedRow(`${board}-${id}`, isRemoved ? null : ticket({ state, size, board }), run * 1000 + n, when),
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
              const expectedRows = [...model.values()].toSorted(
                (a, b) => (a.row as Ticket).size - (b.row as Ticket).size || byBytes(a.id, b.id),
              );
              expect(await readAllPages(store, { where: { board }, sort: 'size', limit: 2, at: moment })).toEqual(expectedRows);
              for (const one of ['a', 'b', 'c', 'd', 'e']) {
                expect(await store.get('tickets', `${board}-${one}`, moment)).toEqual(model.get(`${board}-${one}`));
              }
            }
          },
        ),
        { numRuns: isDeep ? 300 : 20 },
      );
    });

    statesCheck('of open rows is cut at each midnight, that of others is kept whole', async (store) => {
      const openedAt = '2026-11-20T23:00:00.000Z';
      const done = '2026-11-23T01:00:00.000Z';
      const removedAt = '2026-11-26T01:00:00.000Z';
      await store.save([savedRow('t1', ticket(), 1, openedAt)], checkpoint(1, openedAt));
      await store.save([savedRow('t1', ticket({ state: 'done' }), 2, done)], checkpoint(2, done));
      await store.save([savedRow('t1', null, 3, removedAt)], checkpoint(3, removedAt));
      const intervals = (await dumpView(store, 'tickets')).map((line) => JSON.parse(line) as Record<string, string>);
      expect(intervals.map(({ table, since, until, day = '' }) => [table, since!.slice(0, 24), until!.slice(0, 24), day])).toEqual([
        ['p_tickets', openedAt, midnightOf('2026-11-21'), '2026-11-20'],
        ['p_tickets', midnightOf('2026-11-21'), midnightOf('2026-11-22'), '2026-11-21'],
        ['p_tickets', midnightOf('2026-11-22'), midnightOf('2026-11-23'), '2026-11-22'],
        ['p_tickets', midnightOf('2026-11-23'), done, '2026-11-23'],
        ['c_tickets', done, removedAt, ''],
      ]);
    });

    statesCheck('of a row that stood open for more than a week is kept whole and found', async (store) => {
      const openedAt = testInstant('03:00:00');
      const done = addMillis(openedAt, 400 * 86_400_000);
      await store.save([savedRow('t1', ticket(), 1, openedAt), savedRow('t1', ticket({ state: 'done' }), 2, done)], checkpoint(2, done));
      expect(await dumpView(store, 'tickets')).toHaveLength(2);
      const query = { where: { state: 'open' }, limit: 10, at: addMillis(openedAt, 300 * 86_400_000) };
      expect(idsOf((await store.list('tickets', query)).rows)).toEqual(['t1']);
    });

    statesCheck('within one instant has a state for each ordinal; the instant itself is its last one', async (store) => {
      await store.save([savedRow('t1', ticket(), 1), savedRow('t1', ticket({ size: 2 }), 2)], checkpoint(2));
      await store.save([savedRow('t1', ticket({ size: 3 }), 3)], checkpoint(3));
      const instant = testInstant('03:00:00');
      for (const ordinal of [1, 2, 3]) {
        const at = momentOf(instant, ordinal);
        expect((await store.get('tickets', 't1', at))?.ordinal).toBe(ordinal);
        expect((await store.list('tickets', { limit: 5, at })).rows.map((row) => row.ordinal)).toEqual([ordinal]);
      }
      expect((await store.get('tickets', 't1', instant))?.ordinal).toBe(3);
      expect(await store.get('tickets', 't1', testInstant('02:59:59'))).toBeUndefined();
    });

    statesCheck('of a view that keeps none is refused', async (store) => {
      await expect(store.get('tallies', 'all', testInstant('03:00:00'))).rejects.toThrow(HistoryUnavailable);
      await expect(store.list('tallies', { limit: 1, at: testInstant('03:00:00') })).rejects.toThrow(HistoryUnavailable);
    });
  });
};
