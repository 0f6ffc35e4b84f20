import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { checkpoint, dumpView } from '@tocsin/testing/ports/view-store-samples.js';
import { ShadowRows } from './shadow-rows.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';
import type { SavedRow } from './view-store.js';
import { momentOf } from './view-table.js';

interface Beat {
  readonly state: string;
  readonly pings: number;
}
const beats: AnyView = { name: 'beats', hasHistory: true, fleeting: { pings: 0 }, columns: { state: ({ state }: Beat) => state }, on: {} };
const at = (ordinal: number): string => `2026-11-21T03:00:0${ordinal}.000Z`;
const saved = (ordinal: number, row: Beat | null): SavedRow => ({ view: 'beats', id: 'b', row, ordinal, at: at(ordinal) });
const changes = [
  saved(1, { state: 'healthy', pings: 1 }),
  saved(2, { state: 'healthy', pings: 2 }),
  saved(3, { state: 'overdue', pings: 2 }),
  saved(4, { state: 'overdue', pings: 3 }),
  saved(5, { state: 'overdue', pings: 4 }),
  saved(6, { state: 'healthy', pings: 5 }),
  saved(7, { state: 'healthy', pings: 6 }),
];

const folders: string[] = [];
const openStore = async (): Promise<SqlViewStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-fleeting-'));
  folders.push(folder);
  const store = new SqlViewStore(openSqliteViews(folder));
  await store.prepare([beats]);
  return store;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describe('fields that change too often to be history', () => {
  it.each([1, 2, 7])('end no former state, in saves of %d, and are what they are said to be in the past', async (batch) => {
    const store = await openStore();
    for (let n = 0; n < changes.length; n += batch) {
      const part = changes.slice(n, n + batch);
      await store.save(part, checkpoint(part.at(-1)!.ordinal, part.at(-1)!.at));
    }
    const stateAt = async (ordinal: number) => (await store.get('beats', 'b', momentOf(at(ordinal), ordinal)))?.row;
    const states = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(stateAt));
    expect(states).toEqual(
      ['healthy', 'healthy', 'overdue', 'overdue', 'overdue', 'healthy', 'healthy'].map((state) => ({ state, pings: 0 })),
    );
    expect((await store.get('beats', 'b'))?.row).toEqual({ state: 'healthy', pings: 6 });
    expect((await store.list('beats', { limit: 5, where: { state: 'overdue' }, at: at(4) })).rows).toHaveLength(1);
    expect(await dumpView(store, 'beats')).toHaveLength(3);
    await store.close();
  });

  it('are the same after a rebuild', async () => {
    const [live, rebuilt] = [await openStore(), await openStore()];
    await live.save(changes, checkpoint(7, at(7)));
    await rebuilt.beginRebuild([beats]);
    const rows = new ShadowRows([beats], rebuilt);
    changes.forEach((change) => rows.keep(change));
    await rows.writePieces();
    await rows.writeCurrent();
    await rebuilt.swap([beats], checkpoint(7, at(7)));
    expect(await dumpView(rebuilt, 'beats')).toEqual(await dumpView(live, 'beats'));
    for (const store of [live, rebuilt]) await store.close();
  });
});
