import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/view.js';

/** How rows of one kind go over to another team: whole, as the fact says. */
export const takenOver = <Row extends { readonly id: string }>(
  rows: (data: FactOf<'TeamTookOver'>) => readonly Row[],
): NonNullable<View<Row, RecordedFact>['on']['TeamTookOver']> => ({
  keys: ({ data }: RecordedOf<'TeamTookOver'>) => rows(data).map(({ id }) => id),
  row: (_row, { data }, key) => rows(data).find(({ id }) => id === key),
});
