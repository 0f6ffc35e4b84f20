import { limits } from '@tocsin/contracts/limits.js';
import type { ImportTable } from '@tocsin/contracts/imports.js';
import { refuseTable, shownTable } from './refused-table.js';

const tableWith = (columns: readonly string[]): ImportTable => ({
  rows: 1,
  taken: 0,
  columns: [...columns],
  reasons: [],
  notes: [],
  from: null,
  to: null,
});
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `c${n}`);
const refusal = (work: () => void): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('a table with many columns', () => {
  const { columns, columnsNamed } = limits.imports;

  it('is shown, and refused, with the first of them', () => {
    expect(shownTable(tableWith(names(columnsNamed + 5)))).toMatchObject({ columns: names(columnsNamed), moreColumns: 5 });
    expect(shownTable(tableWith(names(2)))).toEqual(tableWith(names(2)));
    const refused = refusal(() => refuseTable(tableWith(names(columns)), null));
    expect(refused).toMatchObject({ code: 'import.no_rows' });
    expect(JSON.stringify(refused)).toContain(`c${columnsNamed - 1}, and ${columns - columnsNamed} more`);
  });

  it('is refused where it has more than a table may have', () => {
    expect(refusal(() => refuseTable(tableWith(names(columns + 1)), null))).toMatchObject({ code: 'import.too_wide' });
  });
});
