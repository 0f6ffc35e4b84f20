import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { anEvent } from '@tocsin/testing/ports/event-log-samples.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import { SqlViewStore } from '../views/sql-view-store.js';
import { openSqliteViews } from '../views/sqlite-dialect.js';
import { CauseKeeper } from './cause-keeper.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-causes-'));
let store: SqlViewStore;
let log: MemoryEventLog;
let savedOrdinals: ItemCollector<number>;
let began: ItemCollector<number>;
let errors: ItemCollector<unknown>;
let hasRoom: boolean;
let fails: boolean;
let keeper: CauseKeeper;

const decode = (storedEvent: StoredEvent): Recorded => ({
  ...storedEvent,
  data: null,
  meta: JSON.parse(storedEvent.meta) as Recorded['meta'],
});

/** A keeper that reports where it starts, and the last ordinal of each save. */
const createKeeper = (): CauseKeeper =>
  new CauseKeeper({
    index: {
      begin: async (head) => {
        const position = await store.causes.begin(head);
        began.add(position);
        return position;
      },
      save: async (links, after) => {
        if (fails) throw new Error('nobody answers');
        await store.causes.save(links, after);
        savedOrdinals.add(links.at(-1)!.ordinal);
      },
    },
    log,
    decode,
    causesOf: ({ meta }) => (meta.causationId === null ? [] : [meta.causationId]),
    hasRoom: () => hasRoom,
    onTrouble: (error) => errors.add(error),
  });

let folders = 0;
beforeEach(async () => {
  store = new SqlViewStore(openSqliteViews(join(folder, String((folders += 1)))));
  await store.prepare([]);
  log = new MemoryEventLog();
  [savedOrdinals, began, errors] = [new ItemCollector('save'), new ItemCollector('beginning'), new ItemCollector('trouble')];
  [hasRoom, fails] = [true, false];
  keeper = createKeeper();
});
afterEach(async () => {
  await keeper.stop();
  await log.close();
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const append = (id: string, causationId: string | null = null) =>
  log.append('toys', 'any', [anEvent({ id, meta: JSON.stringify({ causationId }) })]);
const waitUntilSaved = (ordinal: number) => savedOrdinals.waitFor((last) => last >= ordinal);
/** Simulates the projector after it has applied the events after an ordinal. */
const offer = async (after: number) => keeper.offer((await log.readAll({ after, limit: 100 })).map(decode));

it('takes what the projector hands it, once', async () => {
  await keeper.start(0);
  await append('signal');
  await offer(0);
  await waitUntilSaved(1);
  await append('group', 'signal');
  await offer(0);
  await waitUntilSaved(2);
  expect(savedOrdinals.items).toEqual([1, 2]);
  expect(await store.causes.effectsOf('signal', 0, 9)).toEqual([2]);
});

it('reads from the log what the projector knew before it, and then goes on with the projector', async () => {
  await append('signal');
  await append('group', 'signal');
  await keeper.start(2);
  await waitUntilSaved(2);
  await append('page', 'group');
  await offer(2);
  await waitUntilSaved(3);
  expect(await store.causes.effectsOf('signal', 0, 9)).toEqual([2]);
  expect(await store.causes.effectsOf('group', 0, 9)).toEqual([3]);
});

it('goes on where it stood when it was stopped in between, and stops with nothing unsaved', async () => {
  await keeper.start(0);
  await append('signal');
  await offer(0);
  await waitUntilSaved(1);
  await append('group', 'signal');
  await offer(1);
  await keeper.stop();
  expect(await store.causes.position()).toBe(2);
  keeper = createKeeper();
  await keeper.start(2);
  expect(began.items).toEqual([0, 2]);
});

it('reads again from the log what could not be saved, and says what failed', async () => {
  await keeper.start(0);
  fails = true;
  await append('signal');
  await append('group', 'signal');
  await offer(0);
  expect(String(await errors.waitFor())).toContain('nobody answers');
  await append('page', 'group');
  await offer(2);
  fails = false;
  await waitUntilSaved(3);
  expect(await store.causes.effectsOf('signal', 0, 9)).toEqual([2]);
  expect(await store.causes.effectsOf('group', 0, 9)).toEqual([3]);
});

it('begins again, without a word of trouble, when a rebuild has put it back', async () => {
  await keeper.start(0);
  await append('signal');
  await append('group', 'signal');
  await offer(0);
  await waitUntilSaved(2);
  await store.causes.reset();
  await append('page', 'group');
  await offer(2);
  await waitUntilSaved(3);
  expect(began.items).toEqual([0, 0]);
  expect(await store.causes.effectsOf('group', 0, 9)).toEqual([3]);
  expect(errors.items).toEqual([]);
});

it('leaves the last room of the disk to the log, and says so', async () => {
  hasRoom = false;
  await keeper.start(0);
  await append('signal');
  await offer(0);
  expect(String(await errors.waitFor())).toContain('the disk is full');
  hasRoom = true;
  await waitUntilSaved(1);
  expect(await store.causes.withId('signal')).toEqual([1]);
});
