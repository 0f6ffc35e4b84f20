import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { withThoseThatLeave, type AnyView, type LeavingRows, type View } from '@tocsin/kernel/rows/view.js';
import { dumpView } from '@tocsin/testing/ports/view-store-samples.js';
import { TimedToyLog } from '@tocsin/testing/toys/toy-log.js';
import { toyEvent, toyToken } from '@tocsin/testing/toys/toy-views.js';
import { Projector } from './projector.js';
import { rebuild } from './rebuild.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

type Fact = Recorded<string, { readonly id: string; readonly word: string }>;
interface Case {
  readonly state: string;
  readonly words: number;
}
const leaves: LeavingRows = {
  streamOf: (id) => `case-${id}`,
  thingOf: (stream) => (stream.startsWith('case-') ? stream.slice('case-'.length) : undefined),
};
const keys = ({ data }: Fact) => [data.id];
const cases: View<Case, Fact> = {
  name: 'cases',
  hasHistory: true,
  leaves,
  isOpen: ({ state }) => state === 'open',
  columns: { state: ({ state }) => state },
  on: {
    CaseOpened: { keys, row: () => ({ state: 'open', words: 1 }) },
    CaseClosed: { keys, row: (row) => row && { ...row, state: 'closed' } },
    CaseReopened: { keys, row: (row) => row && { ...row, state: 'open', words: row.words + 1 } },
  },
};
const words: View<{ readonly word: string }, Fact> = {
  name: 'words',
  hasHistory: false,
  leaves,
  on: Object.fromEntries(
    ['CaseOpened', 'CaseReopened'].map((type) => [
      type,
      { keys: ({ data }: Fact) => [`${data.id}:${data.word}`], row: (_row: unknown, { data }: Fact) => ({ word: data.word }) },
    ]),
  ),
};
const views = [cases, words];
const horizon = '2026-11';

/** Two old cases that are over, one that is open still, a new one that is over. */
const told = [
  ['2026-09-01', 'CaseOpened', 'a', 'disk'],
  ['2026-09-02', 'CaseClosed', 'a', ''],
  ['2026-09-03', 'CaseOpened', 'b', 'net'],
  ['2026-09-04', 'CaseClosed', 'b', ''],
  ['2026-09-05', 'CaseOpened', 'c', 'cpu'],
  ['2026-11-20', 'CaseOpened', 'd', 'mail'],
  ['2026-11-21', 'CaseClosed', 'd', ''],
] as const;
const events = told.map(([day, type, id, word], n): Fact => {
  const revision = told.slice(0, n).filter(([, , other]) => other === id).length;
  return { ...toyEvent(n + 1, `${day}T03:00:00.000Z`, type, { id, word }), stream: leaves.streamOf(id), revision } as Fact;
});
const reopenedA = (ordinal: number): Fact =>
  ({
    ...toyEvent(ordinal, '2026-11-22T03:00:00.000Z', 'CaseReopened', { id: 'a', word: 'again' }),
    stream: 'case-a',
    revision: 2,
  }) as Fact;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-returning-'));
const stores: SqlViewStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

const follow = async (store: SqlViewStore, log: TimedToyLog, some: readonly AnyView[]) => {
  const readStream = async function* (stream: string): AsyncGenerator<Recorded> {
    yield* log.events.filter((event) => event.stream === stream);
  };
  const projector = new Projector({ views: some, store, readStream });
  await projector.start();
  return { store, projector };
};
const begin = async (log: TimedToyLog) => {
  const store = new SqlViewStore(openSqliteViews(join(folder, String(stores.length))));
  stores.push(store);
  await store.prepare(views);
  const begun = await follow(store, log, views);
  await begun.projector.apply(log.events, toyToken(log.events.length));
  return begun;
};
const idsIn = async (store: SqlViewStore, view: string, at?: string): Promise<readonly string[]> =>
  (await store.list(view, { limit: 200, ...(at === undefined ? {} : { at }) })).rows.map(({ id }) => id);

describe('what has long been over', () => {
  it('leaves the lists and their past when they are built again; what is open or new stays', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    await rebuild({ views, log, store, unlistBefore: horizon, pause: (work) => projector.whilePaused(work) });
    expect(await idsIn(store, 'cases')).toEqual(['c', 'd']);
    expect(await idsIn(store, 'words')).toEqual(['c:cpu', 'd:mail']);
    expect((await dumpView(store, 'cases')).join('\n')).not.toMatch(/"id":"[ab]"/);
    expect(await store.unlistedBefore()).toBe(horizon);
  });

  it('comes back whole with its next event, and is in lists since then', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    await rebuild({ views, log, store, unlistBefore: horizon, pause: (work) => projector.whilePaused(work) });
    log.events.push(reopenedA(8));
    await projector.apply([log.events.at(-1)!], toyToken(8));
    expect((await store.get('cases', 'a'))?.row).toEqual({ state: 'open', words: 2 });
    expect(await idsIn(store, 'words')).toEqual(['a:again', 'a:disk', 'c:cpu', 'd:mail']);
    expect(await idsIn(store, 'cases', '2026-11-21T12:00:00.000Z')).toEqual(['c', 'd']);
    expect(await idsIn(store, 'cases', '2026-11-22T12:00:00.000Z')).toEqual(['a', 'c', 'd']);
  });

  it('comes back with an event that no list shows, too', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    await rebuild({ views, log, store, unlistBefore: horizon, pause: (work) => projector.whilePaused(work) });
    await projector.apply([{ ...reopenedA(8), type: 'SomethingElse' }], toyToken(8));
    expect((await store.get('cases', 'a'))?.row).toEqual({ state: 'closed', words: 1 });
  });

  it('stays if it is reopened while they are built', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    await rebuild({
      views,
      log,
      store,
      unlistBefore: horizon,
      pause: async (work) => {
        log.events.push(reopenedA(8));
        await projector.apply([log.events.at(-1)!], toyToken(8));
        await projector.whilePaused(work);
      },
    });
    expect((await store.get('cases', 'a'))?.row).toEqual({ state: 'open', words: 2 });
    expect(await idsIn(store, 'words')).toEqual(['a:again', 'a:disk', 'c:cpu', 'd:mail']);
    expect(await idsIn(store, 'cases')).toEqual(['a', 'c', 'd']);
  });

  it('is there as before if the building ends in the middle', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    const pause = (): Promise<void> => Promise.reject(new Error('killed'));
    await expect(rebuild({ views, log, store, unlistBefore: horizon, pause })).rejects.toThrow('killed');
    expect(await store.unlistedBefore()).toBe('');
    expect(await store.prepare(views)).toEqual([]);
    expect(await idsIn(store, 'cases')).toEqual(['a', 'b', 'c', 'd']);
    log.events.push(reopenedA(8));
    await projector.apply([log.events.at(-1)!], toyToken(8));
    expect((await store.get('cases', 'a'))?.row).toEqual({ state: 'open', words: 2 });
  });

  it('comes back whole also while views that leave are built again after an upgrade', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    const pause = (work: () => Promise<void>) => projector.whilePaused(work);
    await rebuild({ views, log, store, unlistBefore: horizon, pause });
    // the view that decides has another definition: the projector runs without it
    const { projector: second } = await follow(store, log, [words]);
    await rebuild({
      views: withThoseThatLeave([cases], views),
      log,
      store,
      unlistBefore: horizon,
      pause: async (work) => {
        log.events.push(reopenedA(8));
        await second.apply([log.events.at(-1)!], toyToken(8));
        await second.whilePaused(work);
      },
    });
    second.include(views);
    log.events.push({ ...reopenedA(9), revision: 3, data: { id: 'a', word: 'third' } });
    await second.apply([log.events.at(-1)!], toyToken(9));
    expect(await idsIn(store, 'cases')).toEqual(['a', 'c', 'd']);
    expect(await idsIn(store, 'words')).toEqual(['a:again', 'a:disk', 'a:third', 'c:cpu', 'd:mail']);
  });

  it('stays away when one of the views that leave has to be built again', async () => {
    const log = new TimedToyLog([...events]);
    const { store, projector } = await begin(log);
    for (const some of [views, withThoseThatLeave([words], views)])
      await rebuild({ views: some, log, store, unlistBefore: horizon, pause: (work) => projector.whilePaused(work) });
    expect(await idsIn(store, 'words')).toEqual(['c:cpu', 'd:mail']);
  });
});

describe('what leaves the lists while they stand', () => {
  const unlist = async ({ store, projector }: Awaited<ReturnType<typeof begin>>): Promise<void> => {
    for (let after: string | null = ''; after !== null;)
      after = await projector.whilePaused(() => store.unlistSome(views, horizon, after!));
  };

  it('goes with its past and with its rows in other views; what is open or new stays', async () => {
    const log = new TimedToyLog([...events]);
    const begun = await begin(log);
    await unlist(begun);
    const { store, projector } = begun;
    expect(await store.unlistedBefore()).toBe(horizon);
    expect(await idsIn(store, 'words')).toEqual(['c:cpu', 'd:mail']);
    const [left, built] = [await dumpView(store, 'cases'), await begin(log)];
    await rebuild({ ...built, views, log, unlistBefore: horizon, pause: (work) => built.projector.whilePaused(work) });
    expect(left).toEqual(await dumpView(built.store, 'cases'));
    log.events.push(reopenedA(8));
    await projector.apply([log.events.at(-1)!], toyToken(8));
    expect((await store.get('cases', 'a'))?.row).toEqual({ state: 'open', words: 2 });
    expect(await idsIn(store, 'words')).toEqual(['a:again', 'a:disk', 'c:cpu', 'd:mail']);
    await unlist(begun);
    expect(await idsIn(store, 'cases')).toEqual(['a', 'c', 'd']);
  });

  it('has not all left before the last look; the next attempt goes on, and comes to the same', async () => {
    const begun = await begin(new TimedToyLog([...events]));
    const { store, projector } = begun;
    expect(await projector.whilePaused(() => store.unlistSome(views, horizon, ''))).toBe('d');
    expect(await store.unlistedBefore()).toBe('');
    await unlist(begun);
    expect(await store.unlistedBefore()).toBe(horizon);
    expect(await idsIn(store, 'cases')).toEqual(['c', 'd']);
  });

  it('comes back with the next building if less is to be left out', async () => {
    const log = new TimedToyLog([...events]);
    const begun = await begin(log);
    await unlist(begun);
    await rebuild({ ...begun, views, log, unlistBefore: '', pause: (work) => begun.projector.whilePaused(work) });
    expect(await begun.store.unlistedBefore()).toBe('');
    expect(await idsIn(begun.store, 'cases')).toEqual(['a', 'b', 'c', 'd']);
  });
});
