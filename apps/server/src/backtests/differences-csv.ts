import type { BacktestDifference, BacktestPage } from '@tocsin/contracts/backtests.js';
import { readable, type Personal } from '@tocsin/contracts/ids.js';
import { csvLine, csvMark } from '../query/csv.js';

/** People by id, with their current names. */
export interface PeopleNamed {
  readonly people: { get(id: string): { readonly name: Personal<string> } | undefined };
}

const columns = ['alertGroup', 'alertGroupId', 'because', 'side', 'person', 'personId', 'pagedAt', 'methods', 'firstAttemptAt'];

export const differencesHead = csvMark + csvLine(columns);

/** One line for each page of both sides; a side on which no one was paged has one line without a person and a time. */
export const differenceLines = ({ groupId, number, because, was, would }: BacktestDifference, { people }: PeopleNamed): string => {
  const line = (side: string, page: BacktestPage | null): string =>
    csvLine([
      number ?? '',
      groupId,
      because,
      side,
      page?.personId === undefined ? '' : readable(people.get(page.personId)?.name),
      page?.personId ?? '',
      page?.at ?? '',
      [...new Set(page?.by)].join(' '),
      page?.tried?.[0] ?? '',
    ]);
  const side = (name: string, pages: readonly BacktestPage[]): string =>
    pages.length === 0 ? line(name, null) : pages.map((page) => line(name, page)).join('');
  return side('before', was) + side('after', would);
};
