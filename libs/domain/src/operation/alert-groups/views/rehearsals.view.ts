import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { rehearsedPeopleListed, type RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import type { View } from '@tocsin/kernel/rows/view.js';

/** A row with the pages that ring nobody: whose each is. */
type StoredRehearsal = RehearsalRow & { readonly personOf: Readonly<Record<string, string>> };

const keysOf = ({ data }: RecordedFact): readonly string[] => [(data as { groupId: string }).groupId];

const withMessage = (people: RehearsalRow['people'], personId: string, at: string): RehearsalRow['people'] => {
  const isListed = people.some((one) => one.personId === personId);
  if (isListed) return people.map((one) => (one.personId === personId ? { ...one, messages: one.messages + 1 } : one));
  return people.length < rehearsedPeopleListed ? [...people, { personId, firstAt: at, messages: 1 }] : people;
};

/** Who would have been paged by services that rehearse, for each group. */
export const rehearsalsView: View<StoredRehearsal, RecordedFact> = {
  name: 'rehearsals',
  hasHistory: false,
  bookkeeping: ['personOf'],
  columns: { serviceId: ({ serviceId }) => serviceId, openedAt: ({ openedAt }) => openedAt },
  on: {
    AlertGroupOpened: {
      keys: ({ data: { rehearses, groupId } }) => (rehearses ? [groupId] : []),
      row: (_row, { data: { groupId: id, number, serviceId }, meta: { at: openedAt } }) =>
        serviceId === null ? undefined : { id, number, serviceId, openedAt, people: [], personOf: {} },
    },
    PageStarted: {
      keys: keysOf,
      row: (row, { data: { pageId, personId, quiet } }) =>
        row && !quiet && Object.keys(row.personOf).length < 4 * rehearsedPeopleListed
          ? { ...row, personOf: { ...row.personOf, [pageId]: personId } }
          : undefined,
    },
    AttemptCancelled: {
      keys: keysOf,
      row: (row, { data: { pageId, reason }, meta }) => {
        const personId = row?.personOf[pageId];
        return row && personId !== undefined && reason === 'delivery.rehearsing'
          ? { ...row, people: withMessage(row.people, personId, meta.at) }
          : undefined;
      },
    },
  },
};
