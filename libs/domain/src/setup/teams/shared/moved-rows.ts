import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/**
 * How rows of one kind move to another team: as the fact says; `merge` adds what the row had and the fact does not
 * repeat.
 */
export const moveRows = <Row extends { readonly id: string }>(
  rows: (data: FactOf<'TeamTookOver'>) => readonly Row[],
  merge: (row: Row, before: Row | undefined) => Row = (row) => row,
): NonNullable<View<Row, RecordedFact>['on']['TeamTookOver']> => ({
  keys: ({ data }: RecordedOf<'TeamTookOver'>) => rows(data).map(({ id }) => id),
  row: (before, { data }, key) => {
    const row = rows(data).find(({ id }) => id === key);
    return row && merge(row, before);
  },
});
