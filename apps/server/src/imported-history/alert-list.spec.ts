import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { HistoryAlert } from '@tocsin/domain/observers/moving-in/history/history-alerts.js';
import { AlertList, writeAlertList } from './alert-list.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-alerts-'));
const file = join(folder, 'alerts.db');
const alerts = [1, 2, 3, 4].map((n) =>
  partOf<HistoryAlert>({
    id: `a${n}`,
    title: n < 3 ? 'Disk of db-1 is full' : 'Queue is long',
    note: `Cleaned by hand, ${n}`,
    openedAt: `2025-0${n}`,
  }),
);
beforeAll(() => writeAlertList(file, alerts, ({ id }) => (id === 'a2' ? 'other' : 'payments'), new Map()));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const idsBy = (query: Parameters<AlertList['find']>[0]): readonly string[] => {
  const list = new AlertList(file);
  const found = list.find(query).alerts.map(({ alert }) => alert.id);
  list.close();
  return found;
};

describe('the list of imported alerts', () => {
  it('is searched by at most eight words, none of one letter: no reader holds the thread that pages', () => {
    expect(idsBy({ text: 'd o f' })).toEqual([]);
    expect(idsBy({ text: 'd is f' })).toEqual(['a4', 'a3', 'a2', 'a1']);
    expect(idsBy({ text: 'disk of db full cleaned by hand is missing' })).toEqual(['a2', 'a1']);
    expect(idsBy({ text: 'db-1 OR "full"' })).toEqual([]);
  });

  it('finds by words, title and service, the newest first', () => {
    expect(idsBy({ text: 'disk fu' })).toEqual(['a2', 'a1']);
    expect(idsBy({ title: 'Queue is long' })).toEqual(['a4', 'a3']);
    expect(idsBy({ serviceId: 'payments' })).toEqual(['a4', 'a3', 'a1']);
    expect(idsBy({ serviceId: 'payments', title: 'Disk of db-1 is full' })).toEqual(['a1']);
  });

  it.each(["title = 'a'", "service = 'a'", "service = 'a' AND title = 'b'"])(
    'by %s no row of another is read, and none is sorted',
    (where) => {
      const db = new Database(file, { readonly: true });
      const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT alert FROM alerts WHERE ${where} ORDER BY n DESC LIMIT 51`).all();
      db.close();
      expect(JSON.stringify(plan)).toContain('USING INDEX');
      expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
    },
  );
});
