import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { midnightOf, millisBetween } from '@tocsin/kernel/time.js';

/** The night pages of a person in the last week in which a policy with a budget paged them. */
export interface NightPagesRow {
  readonly week: string;
  readonly pages: number;
  /** The position of the first page above the budget: its managers are told of that one. Null: there is none. */
  readonly exceededBy: number | null;
}

export const nightPagesKey = ({ policyId, personId }: Pick<FactOf<'NightPageCounted'>, 'policyId' | 'personId'>): string =>
  `${policyId} ${personId}`;

export const nightPagesView: View<NightPagesRow, RecordedFact> = {
  name: 'nightPages',
  hasHistory: false,
  on: {
    NightPageCounted: {
      keys: ({ data }) => [nightPagesKey(data)],
      row: (row, { ordinal, data: { week, budget } }) => {
        const { pages: before, exceededBy } = row?.week === week ? row : { pages: 0, exceededBy: null };
        const pages = before + 1;
        return { week, pages, exceededBy: exceededBy ?? (pages > budget ? ordinal : null) };
      },
    },
  },
  sweep: (row, logTime) => (millisBetween(midnightOf(row.week), logTime) > 15 * duration.day ? null : row),
};
