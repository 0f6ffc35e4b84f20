import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Awaited } from '@tocsin/testing/awaited.js';
import { anEvent } from '@tocsin/testing/event-log-samples.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import { SqlViewStore } from '../views/sql-view-store.js';
import { sqliteViews } from '../views/sqlite-dialect.js';
import { CauseKeeper } from './cause-keeper.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-causes-'));
let store: SqlViewStore;
let log: MemoryEventLog;
let saved: Awaited<number>;
let began: Awaited<number>;
let troubles: unknown[];
let hasRoom: boolean;
let keeper: CauseKeeper;

/** One that tells where it began, and the last ordinal of each save. */
const keeping = (): CauseKeeper =>
  new CauseKeeper({
    index: {
      begin: async (head) => {
        const position = await store.causes.begin(head);
        began.add(position);
        return position;
      },
      save: async (links, after) => {
        await store.causes.save(links, after);
        saved.add(links.at(-1)!.ordinal);
      },
    },
    log,
    causesOf: ({ meta }) => [(JSON.parse(meta) as { causationId: string | null }).causationId ?? []].flat(),
    hasRoom: () => hasRoom,
    onTrouble: (error) => troubles.push(error),
  });

let folders = 0;
beforeEach(async () => {
  store = new SqlViewStore(sqliteViews(join(folder, String((folders += 1)))));
  await store.prepare([]);
  log = new MemoryEventLog();
  [saved, began, troubles, hasRoom] = [new Awaited('save'), new Awaited('beginning'), [], true];
  keeper = keeping();
});
afterEach(async () => {
  await keeper.stop();
  await log.close();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const append = (id: string, causationId: string | null = null) =>
  log.append('toys', 'any', [anEvent({ id, meta: JSON.stringify({ causationId }) })]);
const seen = (ordinal: number) => saved.waitFor((last) => last >= ordinal);

it('knows what stood on the log before it began, and what comes', async () => {
  await append('signal');
  await append('group', 'signal');
  await keeper.start();
  await seen(2);
  await append('page', 'group');
  await seen(3);
  expect(await store.causes.effectsOf('signal', 0, 9)).toEqual([2]);
  expect(await store.causes.effectsOf('group', 0, 9)).toEqual([3]);
  expect(await store.causes.position()).toBe(3);
});

it('goes on where it stood when it was stopped in between', async () => {
  await append('signal');
  await keeper.start();
  await seen(1);
  await keeper.stop();
  await append('group', 'signal');
  keeper = keeping();
  await keeper.start();
  await seen(2);
  expect(began.items).toEqual([0, 1]);
  expect(await store.causes.effectsOf('signal', 0, 9)).toEqual([2]);
});

it('begins again, without a word of trouble, when a rebuild has put it back', async () => {
  for (const [id, cause] of [
    ['signal', null],
    ['group', 'signal'],
  ] as const)
    await append(id, cause);
  await keeper.start();
  await seen(2);
  await store.causes.beginAnew();
  await append('page', 'group');
  await seen(3);
  expect(began.items).toEqual([0, 0]);
  expect(await store.causes.position()).toBe(3);
  expect(await store.causes.effectsOf('group', 0, 9)).toEqual([3]);
  expect(troubles).toEqual([]);
});

it('leaves the last room of the disk to the log, and says so', async () => {
  hasRoom = false;
  await keeper.start();
  await append('signal');
  while (troubles.length === 0) await new Promise(setImmediate);
  expect(String(troubles[0])).toContain('the disk is full');
  hasRoom = true;
  await seen(1);
  expect(await store.causes.withId('signal')).toEqual([1]);
});
