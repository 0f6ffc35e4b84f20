import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { UncountedEvent } from './ordinal-index.js';
import { SqliteOrdinalIndex } from './sqlite-ordinal-index.js';

const at = (commit: bigint, prepare = commit) => ({ commit, prepare });
const event = (place: bigint, type = 'Said'): UncountedEvent => ({ id: `id-${place}`, type, position: at(place) });

let dir: string;
let index: SqliteOrdinalIndex;
const open = (prefix = 'toy') => new SqliteOrdinalIndex(join(dir, 'side', 'ordinals.db'), prefix);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-ordinals-'));
  index = open();
});
afterEach(() => {
  index.close();
  rmSync(dir, { recursive: true });
});

it('is empty at first', () => {
  expect([index.last, index.checkpoint, index.after(0, 9)]).toEqual([undefined, at(0n), []]);
});
it('counts from 1, and knows where it was after a restart', () => {
  expect(index.count([event(10n), event(20n)], at(25n))).toBe(1);
  expect(index.count([], at(30n))).toBe(3);
  index.close();
  index = open();
  expect([index.last, index.checkpoint]).toEqual([{ ordinal: 2, position: at(20n), id: 'id-20' }, at(30n)]);
  expect(index.count([event(40n)], at(40n))).toBe(3);
});
it('finds ordinals and places, beyond the digits of a number', () => {
  const far = 9_007_199_254_740_993n;
  index.count([event(10n), { ...event(0n), position: at(far, 12n) }], at(far, 12n));
  expect([index.ordinalAt(at(10n)), index.ordinalAt(at(far, 12n)), index.ordinalAt(at(far))]).toEqual([1, 2, undefined]);
  expect(index.entriesOf([2, 9])).toEqual([{ ordinal: 2, position: at(far, 12n) }]);
});
it('pages both ways, by type', () => {
  index.count([event(1n, 'A'), event(2n, 'B'), event(3n, 'A'), event(4n, 'C')], at(4n));
  const ordinals = (entries: readonly { readonly ordinal: number }[]) => entries.map(({ ordinal }) => ordinal);
  expect(ordinals(index.after(1, 2))).toEqual([2, 3]);
  expect(ordinals(index.after(0, 9, ['A', 'C']))).toEqual([1, 3, 4]);
  expect(ordinals(index.before(4, 2))).toEqual([3, 2]);
  expect(ordinals(index.before(9, 9, ['B']))).toEqual([2]);
  expect(ordinals(index.after(0, 9, []))).toEqual([]);
});
it('reads by type without a look at the events of other types', () => {
  const asked: string[] = [];
  const database = new Database(':memory:', { verbose: (sql) => asked.push(String(sql)) });
  const watched = new SqliteOrdinalIndex('', 'toy', database);
  watched.count([event(1n, 'A'), event(2n, 'B'), event(3n, 'A')], at(3n));
  asked.length = 0;
  watched.after(0, 9, ['B', 'C']);
  watched.before(9, 9, ['B']);
  const reads = [...asked];
  expect(reads).toHaveLength(2);
  for (const sql of reads) {
    const plan = database.prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(plan[0]!.detail).toMatch(/^SEARCH ordinals USING INDEX ordinals_by_type \(type_id=\? AND ordinal[<>]\?\)$/);
  }
  watched.close();
});
it('counts all of a batch or nothing', () => {
  index.count([event(10n)], at(10n));
  expect(() => index.count([event(20n), event(10n)], at(20n))).toThrow();
  expect([index.last?.ordinal, index.checkpoint, index.after(1, 9)]).toEqual([1, at(10n), []]);
  expect(index.count([event(20n)], at(20n))).toBe(2);
});
it('belongs to one prefix', () => {
  expect(() => open('other')).toThrow('counted for streams of “toy”');
});
