import fc from 'fast-check';
import { parseTable, toCsv, type TableContent } from './table.js';

const cell = fc
  .array(fc.constantFrom('a', 'ü', ' ', ',', ';', '\t', '"', '\n', '|', '漢', "'"), { maxLength: 6 })
  .map((all) => all.join('').trim());
const key = cell.filter((text) => text !== '');
const tables: fc.Arbitrary<TableContent> = fc.integer({ min: 2, max: 4 }).chain((width) =>
  fc.record({
    columns: fc.uniqueArray(key, { minLength: width, maxLength: width }),
    rows: fc.array(
      fc.tuple(key, fc.array(cell, { minLength: width - 1, maxLength: width - 1 })).map(([first, more]) => [first, ...more]),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

describe('a table', () => {
  it('is the same when it is written and read again', () =>
    fc.assert(fc.property(tables, (table) => expect(parseTable(toCsv(table))).toEqual(table))));

  it('is written no longer than plain text needs', () =>
    expect(toCsv({ columns: ['host', 'owner'], rows: [['web-1', 'Search, EU']] })).toBe('host,owner\nweb-1,"Search, EU"'));
});
