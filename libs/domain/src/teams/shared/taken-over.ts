import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** How rows of one kind go over to another team: as the fact says; `kept` adds what the row had and the fact does not repeat. */
export const takenOver = <Row extends { readonly id: string }>(
  rows: (data: FactOf<'TeamTookOver'>) => readonly Row[],
  kept: (taken: Row, before: Row | undefined) => Row = (taken) => taken,
): NonNullable<View<Row, RecordedFact>['on']['TeamTookOver']> => ({
  keys: ({ data }: RecordedOf<'TeamTookOver'>) => rows(data).map(({ id }) => id),
  row: (before, { data }, key) => {
    const taken = rows(data).find(({ id }) => id === key);
    return taken && kept(taken, before);
  },
});
