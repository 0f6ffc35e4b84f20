import * as importLimits from '@tocsin/contracts/imports/limits.js';
import type { ImportTable } from '@tocsin/contracts/imports/imports.js';
import { hasTooMany, refuseTable, truncateTable } from './refused-table.js';

const tableWith = (columns: readonly string[]): ImportTable => ({
  rows: 1,
  taken: 0,
  columns: [...columns],
  reasons: [],
  notes: [],
  from: null,
  to: null,
});
const few = { services: 1, people: 0 };
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `c${n}`);
const refusal = (work: () => void): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('a table with many columns', () => {
  const { columns, columnsNamed } = importLimits.imports;

  it('is shown, and refused, with the first of them', () => {
    expect(truncateTable(tableWith(names(columnsNamed + 5)))).toMatchObject({ columns: names(columnsNamed), moreColumns: 5 });
    expect(truncateTable(tableWith(names(2)))).toEqual(tableWith(names(2)));
    const tableRefusal = refusal(() => refuseTable(tableWith(names(columns)), null, few));
    expect(tableRefusal).toMatchObject({ code: 'import.no_rows' });
    expect(JSON.stringify(tableRefusal)).toContain(`c${columnsNamed - 1}, and ${columns - columnsNamed} more`);
  });

  it('is refused where it has more than a table may have', () => {
    expect(refusal(() => refuseTable(tableWith(names(columns + 1)), null, few))).toMatchObject({ code: 'import.too_wide' });
  });
});

it('a table is refused where it has more rows than a table may have', () => {
  const { rows } = importLimits.imports;
  const ofRows = (count: number): ImportTable => ({ ...tableWith(['openedAt']), rows: count, taken: 1 });
  expect(refusal(() => refuseTable(ofRows(rows), null, few))).toBeUndefined();
  expect(refusal(() => refuseTable(ofRows(rows + 1), null, few))).toMatchObject({ code: 'import.too_many_rows' });
});

describe('a table with many names', () => {
  const most = importLimits.imports.names;
  const table = { ...tableWith(['openedAt', 'id']), taken: 1 };

  it('is refused: a column was mapped to them that has another one in each row', () => {
    for (const what of ['services', 'people'] as const) {
      const tableRefusal = refusal(() => refuseTable(table, null, { ...few, [what]: most + 1 }));
      expect(tableRefusal).toMatchObject({
        code: 'import.too_many_names',
        message: `The table has 5,001 different ${what}, and at most 5,000 can be imported.`,
      });
    }
  });

  it('may have as many as the limit', () => {
    expect(refusal(() => refuseTable(table, null, { services: most, people: most }))).toBeUndefined();
    expect([hasTooMany({ services: most, people: most }), hasTooMany({ services: 0, people: most + 1 })]).toEqual([false, true]);
  });
});
