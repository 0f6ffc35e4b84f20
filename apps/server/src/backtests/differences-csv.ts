import type { BacktestDifference, BacktestPage } from '@tocsin/contracts/backtests/backtests.js';
import { readablePersonal, type Personal } from '@tocsin/contracts/ids.js';
import { toCsvLine, csvMark } from '../query/csv.js';

/** People by id, with their current names. */
export interface PersonNames {
  readonly people: { get(id: string): { readonly name: Personal<string> } | undefined };
}

const columns = ['alertGroup', 'alertGroupId', 'because', 'side', 'person', 'personId', 'pagedAt', 'methods', 'firstAttemptAt'];

export const differencesHead = csvMark + toCsvLine(columns);

/** One line for each page of both sides; a side on which no one was paged has one line without a person and a time. */
export const toLines = ({ groupId, number, because, was, would }: BacktestDifference, { people }: PersonNames): string => {
  const toLine = (side: string, page: BacktestPage | null): string =>
    toCsvLine([
      number ?? '',
      groupId,
      because,
      side,
      page?.personId === undefined ? '' : readablePersonal(people.get(page.personId)?.name),
      page?.personId ?? '',
      page?.at ?? '',
      [...new Set(page?.by)].join(' '),
      page?.tried[0] ?? '',
    ]);
  const toSideLines = (name: string, pages: readonly BacktestPage[]): string =>
    pages.length === 0 ? toLine(name, null) : pages.map((page) => toLine(name, page)).join('');
  return toSideLines('before', was) + toSideLines('after', would);
};
