import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { someHistory } from '@tocsin/testing/toys/toy-history.js';
import { TimedToyLog, ToyLog } from '@tocsin/testing/toys/toy-log.js';
import { boards, tallies, tickets, toyEvent, toyToken, toyViews } from '@tocsin/testing/toys/toy-views.js';
import { dumpView } from '@tocsin/testing/ports/view-store-samples.js';
import { isDeep } from '@tocsin/testing/tier.js';
import { Projector } from './projector.js';
import { rebuild } from './rebuild.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-rebuild-'));
const stores: SqlViewStore[] = [];
const openStore = async (): Promise<SqlViewStore> => {
  const store = new SqlViewStore(openSqliteViews(join(folder, String(stores.length))));
  stores.push(store);
  await store.prepare(toyViews);
  return store;
};
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

const throwError = (): never => {
  throw new TypeError('this row can’t be made');
};

const dumps = async (store: SqlViewStore) => Promise.all(toyViews.map((view) => dumpView(store, view.name)));

/** Events applied live, in batches of these sizes. */
const runLive = async (
  store: SqlViewStore,
  events: readonly Recorded[],
  sizes: readonly number[],
  rowsPerSave: number,
): Promise<Projector> => {
  const projector = new Projector({ views: toyViews, store, rowsPerSave });
  await projector.start();
  for (let from = 0, n = 0; from < events.length; n += 1) {
    const batch = events.slice(from, from + sizes[n % sizes.length]!);
    from += batch.length;
    await projector.apply(batch, toyToken(from));
  }
  return projector;
};

const open = (ordinal: number, id: string) =>
  toyEvent(ordinal, `2026-11-21T03:00:00.${String(ordinal).padStart(3, '0')}Z`, 'TicketOpened', { id, title: id, board: 'red', size: 1 });
const appendMore = (from: number, count: number) => Array.from({ length: count }, (_, n) => open(from + n, `t${n % 7}`));

/** The columns of each index for lists, by table. */
const indexes = (n: number): readonly unknown[] => {
  const database = new Database(join(folder, String(n), 'views.db'), { readonly: true });
  const result = database
    .prepare(
      "SELECT m.tbl_name, (SELECT group_concat(name) FROM pragma_index_info(m.name)) FROM sqlite_master m WHERE type = 'index' ORDER BY 1, 2",
    )
    .raw()
    .all();
  database.close();
  return result;
};

describe('a rebuild', () => {
  it('leaves the tables with every index that they had, though it makes them when the rows are there', async () => {
    const store = await openStore();
    const before = indexes(stores.length - 1);
    expect(before.length).toBeGreaterThan(5);
    await rebuild({ views: toyViews, log: new ToyLog(appendMore(1, 20)), store });
    expect(indexes(stores.length - 1)).toEqual(before);
  });

  it('is made without the event that a view throws at, which is told: no view waits for ever for its rows', async () => {
    const fragile: AnyView = {
      ...tallies,
      on: {
        ...tallies.on,
        TicketOpened: { keys: () => ['all'], row: (row, { ordinal }) => (ordinal === 3 ? throwError() : { n: (row?.['n'] ?? 0) + 1 }) },
      },
    };
    const store = await openStore();
    const faults: number[] = [];
    const views = toyViews.map((view) => (view.name === 'tallies' ? fragile : view));
    const { ordinal } = await rebuild({
      views,
      log: new ToyLog(appendMore(1, 8)),
      store,
      onFault: ({ event }) => faults.push(event.ordinal),
    });
    expect([ordinal, faults]).toEqual([8, [3]]);
    expect((await store.get('tallies', 'all'))?.row).toEqual({ n: 7 });
  });

  it('makes, byte by byte, what was made live, past and checkpoint included', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(someHistory, sizes, fc.integer({ min: 1, max: 5 }), async (events, sizes, rowsPerSave) => {
        const [running, plain, timed] = [await openStore(), await openStore(), await openStore()];
        await runLive(running, events, sizes, rowsPerSave);
        await rebuild({ views: toyViews, log: new ToyLog([...events]), store: plain });
        await rebuild({ views: toyViews, log: new TimedToyLog([...events]), store: timed });
        const expectedDumps = await dumps(running);
        expect(await dumps(plain)).toEqual(expectedDumps);
        expect(await dumps(timed)).toEqual(expectedDumps);
        const checkpoint = await running.checkpoint();
        expect([await plain.checkpoint(), await timed.checkpoint()]).toEqual([checkpoint, checkpoint]);
      }),
      { numRuns: isDeep ? 200 : 25 },
    );
  });

  it('reads only what the views ask for when the log knows log time, and everything when it does not', async () => {
    const log = new TimedToyLog(appendMore(1, 5));
    await rebuild({ views: [boards], log, store: await openStore() });
    expect(log.reads[0]?.types).toEqual(['TicketOpened', 'BoardRenamed']);
    const plain = new ToyLog(appendMore(1, 5));
    await rebuild({ views: [boards], log: plain, store: await openStore() });
    expect(plain.reads[0]?.types).toBeUndefined();
  });

  it('leaves the running rows alone until it is done, and the other views for ever', async () => {
    const store = await openStore();
    const log = new ToyLog(appendMore(1, 10));
    await runLive(store, log.events, [10], 200);
    const before = await dumps(store);
    const columnOf: unknown[] = [];
    await rebuild({ views: [tickets], log, store, onProgress: () => columnOf.push(store.dump('tickets')) });
    expect(columnOf.length).toBeGreaterThan(0);
    expect(await dumps(store)).toEqual(before);
  });

  it('catches up beside a running projector, and takes its place while that one waits', async () => {
    const store = await openStore();
    const log = new ToyLog(appendMore(1, 40));
    const projector = await runLive(store, log.events.slice(0, 30), [7], 200);
    const grown = { ...tickets, version: 2 };
    const otherViews = [boards, tallies];
    expect(await store.prepare([grown, ...otherViews])).toEqual(['tickets']);
    const runningProjector = new Projector({ views: otherViews, store });
    await runningProjector.start();
    const checkpoint = await rebuild({
      views: [grown],
      log,
      store,
      pause: async (work) => {
        // In the meantime the log grew, and the projector followed, but not to the head.
        await runningProjector.apply(log.events.slice(30, 35), toyToken(35));
        await runningProjector.whilePaused(async () => {
          await work();
          runningProjector.include([grown]);
        });
      },
    });
    expect(checkpoint).toEqual(runningProjector.position);
    expect(checkpoint.ordinal).toBe(35);
    await runningProjector.apply(log.events.slice(35), toyToken(40));
    expect(projector.position.ordinal).toBe(30);
    const fresh = await openStore();
    await runLive(fresh, log.events, [40], 200);
    expect(await dumps(store)).toEqual(await dumps(fresh));
    expect(await store.prepare([grown, ...otherViews])).toEqual([]);
  });

  it('begins again after one that was cut off, and can be repeated', async () => {
    const store = await openStore();
    const log = new ToyLog(appendMore(1, 10));
    const cutOff = rebuild({
      views: toyViews,
      log,
      store,
      onProgress: () => {
        throw new Error('the power went');
      },
    });
    await expect(cutOff).rejects.toThrow('the power went');
    expect((await store.checkpoint()).ordinal).toBe(0);
    await rebuild({ views: toyViews, log, store });
    const first = await dumps(store);
    await rebuild({ views: toyViews, log, store });
    expect(await dumps(store)).toEqual(first);
    expect(first[0]!.length).toBeGreaterThan(7);
  });
});
