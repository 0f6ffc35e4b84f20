import type { RepeatsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { minuteOf } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';

type Item = RecordedOf<'SignalsRouted'>['data']['items'][number];
/** The sender repeated known content; new content is recorded in the group itself. */
const isRepeat = ({ outcome }: Item): boolean => outcome === 'repeat' || outcome === 'still_firing';
const byMinute = indexBy((item: Item) => (item.groupId === null ? [] : [`${item.groupId}:${minuteOf(item.signal.receivedAt)}`]));

/** Counters are separate from the rows they count for, by minute: a group’s row changes only with an event. */
export const repeatsView: View<RepeatsRow, RecordedFact> = {
  name: 'repeats',
  hasHistory: false,
  columns: { groupId: (row) => row.groupId, minute: (row) => row.minute },
  on: {
    SignalsRouted: {
      keys: (event) => [...byMinute(event.data.items).keys()],
      row: (row, event, key) => {
        const items = byMinute(event.data.items).get(key)!;
        const { groupId, signal } = items[0]!;
        return {
          id: key,
          groupId: groupId!,
          minute: minuteOf(signal.receivedAt),
          repeats: (row?.repeats ?? 0) + items.filter(isRepeat).length,
          lastSeenAt: items.reduce(
            (latest, item) => (item.signal.receivedAt > latest ? item.signal.receivedAt : latest),
            row?.lastSeenAt ?? '',
          ),
        };
      },
    },
  },
};
