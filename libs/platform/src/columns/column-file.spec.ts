import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ColumnFile } from './column-file.js';
import type { ColumnRow } from './column-segment.js';

const shape = { words: 2, numbers: 1 };
const row = (n: number): ColumnRow => ({
  kind: n % 2 === 0 ? 'sold' : 'returned',
  ordinal: n,
  at: n * 1_000,
  words: [`guest-${n % 7}`, ''],
  numbers: [n * 3],
});
const rows = (from: number, to: number): ColumnRow[] => Array.from({ length: to - from + 1 }, (_, index) => row(from + index));
const checkpoint = (ordinal: number) => ({ ordinal, eventId: `e${ordinal}`, time: ordinal * 1_000 });

describe('columns of a log in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-columns-'));
  const file = join(folder, 'columns.db');
  const open = (madeBy = 'shop 1'): ColumnFile => ColumnFile.open(file, shape, madeBy);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are the rows that were appended, in any portions, up to any ordinal', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 6 }), fc.nat({ max: 60_000 }), (portions, upTo) => {
        const columns = new ColumnFile(new Database(':memory:'), shape, 'shop 1');
        let last = 0;
        for (const size of portions) {
          columns.append(rows(last + 1, last + size), checkpoint(last + size));
          last += size;
        }
        expect([...columns.readRows(upTo)]).toEqual(rows(1, Math.min(last, upTo)));
        columns.close();
      }),
      { numRuns: 20 },
    );
  });

  it('are there when the file is opened again, with how far the log was read, and go on', () => {
    const first = open();
    first.append(rows(1, 20_000), checkpoint(20_000));
    first.close();
    const reopened = open();
    expect(reopened.checkpoint).toEqual(checkpoint(20_000));
    reopened.append(rows(20_001, 20_010), checkpoint(20_010));
    expect([...reopened.readRows(20_005)]).toEqual(rows(1, 20_005));
    reopened.close();
  });

  it('are dropped when something else made them, or when they are cleared', () => {
    const other = open('shop 2');
    expect(other.checkpoint.ordinal).toBe(0);
    expect([...other.readRows(10)]).toEqual([]);
    other.append(rows(1, 3), checkpoint(3));
    other.clear();
    expect([...other.readRows(10)]).toEqual([]);
    other.append(rows(1, 2), checkpoint(2));
    expect([...other.readRows(10)]).toEqual(rows(1, 2));
    other.close();
  });
});
