import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { ArrivalsRow } from '@tocsin/contracts/integrations/noun.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import { laterOf, minuteOf, addMillis } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';

type Item = RecordedOf<'SignalsRouted'>['data']['items'][number];
const byIntegration = indexBy((item: Item) => [item.integrationId]);

/** One signal of a grouping sender may be several items in several facts: it counts in the fact where it ends. */
const instantsOf = (items: readonly Item[], part: RecordedOf<'SignalsRouted'>['data']['part']): readonly string[] => [
  ...new Map(
    items.filter(({ signal }) => signal.ordinal !== part?.ordinal).map(({ signal }) => [signal.eventId, signal.receivedAt]),
  ).values(),
];

const countMinutes = (minutes: ArrivalsRow['minutes'], instants: readonly string[], lastAt: string): ArrivalsRow['minutes'] => {
  const counts = new Map(minutes.map(({ minute, signals }) => [minute, signals]));
  for (const at of instants) counts.set(minuteOf(at), (counts.get(minuteOf(at)) ?? 0) + 1);
  const oldest = minuteOf(addMillis(lastAt, -integrationLimits.ingestSoft.window));
  return [...counts]
    .map(([minute, signals]) => ({ minute, signals }))
    .filter(({ minute }) => minute >= oldest)
    .toSorted((a, b) => (a.minute < b.minute ? -1 : 1));
};

/** Recent arrivals of an integration, whatever their outcome: the last one, and counts by minute. */
export const arrivalsView: View<ArrivalsRow, RecordedFact> = {
  name: 'arrivals',
  hasHistory: false,
  on: {
    SignalsRouted: {
      keys: ({ data }) => [...byIntegration(data.items).keys()],
      row: (row, { data }, key) => {
        const items = byIntegration(data.items).get(key)!;
        const instants = instantsOf(items, data.part);
        const lastAt = items.reduce((at, { signal }) => laterOf(at, signal.receivedAt), row?.lastAt ?? '');
        return { id: key, lastAt, minutes: countMinutes(row?.minutes ?? [], instants, lastAt) };
      },
    },
  },
};
