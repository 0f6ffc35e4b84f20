import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import { copyOf } from './log-copy.js';

const fill = async (count: number): Promise<MemoryEventLog> => {
  const log = new MemoryEventLog();
  for (let n = 0; n < count; n += 1) {
    const id = `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`;
    await log.append('orders', n === 0 ? 'none' : n - 1, [
      { id, type: 'Ordered', v: 1, data: JSON.stringify({ n, text: 'zwölf “”' }), meta: '{}' },
    ]);
  }
  return log;
};

describe('a copy of a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-copy-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds it as it was written, up to an ordinal, and says how far it is', async () => {
    const log = await fill(1_234);
    const notifications: number[] = [];
    const copy = await copyOf(log, 1_100, folder, (ordinal) => notifications.push(ordinal));
    const all = [copy.page(0), copy.page(500), copy.page(1_000), copy.page(1_100)];
    expect(all.map((page) => page.length)).toEqual([500, 500, 100, 0]);
    expect(all.flat()).toEqual(await log.readAll({ after: 0, limit: 1_100 }));
    expect(copy.one(7)).toEqual((await log.readOrdinals([7]))[0]);
    expect(copy.one(1_101)).toBeUndefined();
    expect(notifications).toEqual([500, 1_000, 1_100]);
    // the file has no name, so it is gone however the process ends
    expect(readdirSync(folder)).toEqual([]);
    copy.close();
  });

  it('is not made of a log that ends before', async () => {
    await expect(copyOf(await fill(3), 4, folder)).rejects.toThrow('the log ends after event 3');
  });
});
