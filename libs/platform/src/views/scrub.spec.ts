import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { View } from '@tocsin/kernel/rows/view.js';
import { SqlViewStore } from './sql-view-store.js';
import { openSqliteViews } from './sqlite-dialect.js';

const folk: View<{ name: string; notes?: string }> = { name: 'folk', hasHistory: false, on: {}, columns: { name: (row) => row.name } };
const marker = 'Ana-Marker-7f3a9c';

it('leaves no byte of a replaced or removed row in the files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-scrub-'));
  const store = new SqlViewStore(openSqliteViews(folder));
  const isAnywhere = (): boolean => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(marker));
  const save = (ordinal: number, rows: readonly (readonly [string, unknown])[]) =>
    store.save(
      rows.map(([id, row]) => ({ view: 'folk', id, row, ordinal, at: '2026-11-21T03:00:00.000Z' })),
      { ordinal, logTime: '2026-11-21T03:00:00.000Z', token: String(ordinal) },
    );
  await store.prepare([folk]);
  // Also rows that overflow their page, and their neighbours, so that pages are split and freed.
  const rows = Array.from({ length: 300 }, (_, n) => [`p${n}`, { name: `${marker} ${n}`, notes: marker.repeat(n) }] as const);
  await save(1, rows);
  expect(isAnywhere()).toBe(true);
  await save(
    2,
    rows.map(([id], n) => [id, n % 3 === 0 ? null : { name: 'erased person' }]),
  );
  await store.scrub('folk');
  expect(isAnywhere()).toBe(false);
  expect(await store.count('folk')).toBe(200);
  expect(await store.prepare([folk])).toEqual([]);
  await store.close();
  rmSync(folder, { recursive: true });
});
