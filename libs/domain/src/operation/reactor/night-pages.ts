import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { midnightOf, millisBetween } from '@tocsin/kernel/time.js';

/** The night pages of a person in the last week in which a policy with a budget paged them. */
export interface NightPages {
  readonly week: string;
  readonly pages: number;
  /** The position of the first page above the budget: its managers are told of that one. Null: there is none. */
  readonly exceededBy: number | null;
}

/** Counted in the order of the log: two pages of one moment don’t see each other. */
export const countNight = (
  counted: NightPages | undefined,
  { ordinal, data: { week, budget } }: RecordedOf<'NightPageCounted'>,
): NightPages => {
  const { pages: before, exceededBy } = counted?.week === week ? counted : { pages: 0, exceededBy: null };
  const pages = before + 1;
  return { week, pages, exceededBy: exceededBy ?? (pages > budget ? ordinal : null) };
};

export const isRecent = ({ week }: NightPages, logTime: string): boolean => millisBetween(midnightOf(week), logTime) <= 15 * duration.day;
