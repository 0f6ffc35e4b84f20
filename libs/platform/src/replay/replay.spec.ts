import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { World } from '@tocsin/kernel/replay/world.js';
import { toyShop } from '@tocsin/testing/toys/toy-shop.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { logSource } from './log-source.js';
import { createDiskSpill } from './disk-spill.js';

const actor: Actor = { kind: 'person', id: 'ana', roles: [] };

/** Orders one after the other, each of which is dropped after a minute. */
const manyOrders = (count: number): World => {
  const world = new World(toyShop, { start: '2026-11-21T03:12:00.000Z', logOpened: {} });
  for (let n = 0; n < count; n += 1) {
    world.run({ type: 'Order', data: { id: `o${n}` } }, { actor });
    world.advance(1_000);
  }
  world.advance(600_000);
  return world;
};

describe('a log that is replayed from its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-replay-'));
  const { events } = manyOrders(300);
  let log: SqliteEventLog;
  beforeAll(async () => {
    log = new SqliteEventLog(folder);
    for (const { id, stream, revision, type, v, data, meta } of events) {
      const stored = { id, type, v, data: JSON.stringify(data), meta: JSON.stringify(meta) };
      await log.append(stream, revision === 0 ? 'none' : revision - 1, [stored]);
    }
  });
  afterAll(async () => {
    await log.close();
    rmSync(folder, { recursive: true });
  });
  const source = () =>
    logSource(log, ({ token: _, ...stored }) => ({ ...stored, data: JSON.parse(stored.data), meta: JSON.parse(stored.meta) }));

  it('is decided again with few events and few streams in memory', () => {
    const store = createDiskSpill(folder);
    const { checked, differences, missing } = reenact(toyShop, source(), {
      window: 20,
      streams: { store, capacity: 10 },
    });
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    expect(checked).toBe(events.length - 1);
    expect(store.size()).toBeGreaterThan(280);
    store.close();
  });

  it('is decided again from the middle, where what came before is folded alone', () => {
    const after = Math.floor(events.length / 2);
    const { checked, differences, missing } = reenact(toyShop, source(), { window: 20, after });
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    expect(checked).toBe(events.filter(({ ordinal }) => ordinal > after).length);
  });

  it('says so when something had been read longer ago than what is kept', () => {
    const old = events.find(({ type, ordinal }) => type === 'Ordered' && ordinal > 800)!;
    const odd = events.map((event) => (event === old ? { ...event, meta: { ...event.meta, readUpTo: 3 } } : event));
    expect(reenact(toyShop, odd, { window: 20 }).differences).toMatchObject([
      { ordinal: old.ordinal, why: 'it had read up to 3, more than 20 events before' },
    ]);
  });
});

describe('a spill store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-spill-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives back what was put there last, as often as it is asked', () => {
    const store = createDiskSpill(folder);
    expect(readdirSync(folder)).toEqual([]);
    const streamState = {
      revision: 3,
      state: { a: [1, null], b: undefined, c: new Map([['d', new Set(['e'])]]) },
      commands: new Set(['f']),
    };
    store.put('order-1', { revision: 0 });
    store.put('order-1', streamState);
    expect([store.get('order-1'), store.get('order-1'), store.get('order-2')]).toEqual([streamState, streamState, undefined]);
    store.close();
  });
});
