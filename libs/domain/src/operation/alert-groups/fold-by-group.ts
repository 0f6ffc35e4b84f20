import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';

type Changes<Row> = {
  readonly [T in AlertGroupFact['type']]?: (row: Row, event: RecordedOf<T>) => Row;
} & { readonly AlertGroupOpened: (row: undefined, event: RecordedOf<'AlertGroupOpened'>) => Row };

/**
 * A view with one row for each alert group: the row begins when the group is opened; facts about groups without a row
 * are skipped.
 */
export const foldByGroup = <Row>(changes: Changes<Row>): View<Row, RecordedFact>['on'] =>
  Object.fromEntries(
    Object.entries(changes).map(([type, change]) => [
      type,
      {
        keys: (event: RecordedFact) => [(event.data as { groupId: string }).groupId],
        row: (row: Row | undefined, event: RecordedFact) =>
          row === undefined && type !== 'AlertGroupOpened'
            ? undefined
            : (change as (row: Row | undefined, event: RecordedFact) => Row)(row, event),
      },
    ]),
  );
