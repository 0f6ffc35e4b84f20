import type { Rows } from '@tocsin/kernel/memory-table.js';

/** What is asked of an alert group when somebody leaves: whom it pages. */
export interface PagingGroup {
  readonly groupId: string;
  readonly status: string;
  readonly pages: readonly {
    readonly personId: string;
    readonly state: string;
    readonly quiet: boolean;
    readonly attempts: Readonly<Record<string, { readonly state: string }>>;
  }[];
}

const isOnItsWay = ({ attempts }: PagingGroup['pages'][number]): boolean =>
  Object.values(attempts).some(({ state }) => state === 'queued' || state === 'sending');

/** The alert groups for which a person is being paged now: a message is on its way, or waits for their answer. */
export const pagedFor = (groups: Rows<PagingGroup>, personId: string): readonly string[] =>
  [...groups.all()]
    .filter(({ status, pages }) =>
      pages.some((page) => page.personId === personId && page.state === 'running' && (status !== 'resolved' || isOnItsWay(page))),
    )
    .map(({ groupId }) => groupId);

/** The open alert groups whose pages follow a person’s rules, by id, after the one given. */
export const followingRulesOf = (groups: Rows<PagingGroup>, personId: string, after: string | null): readonly string[] =>
  [...groups.all()]
    .filter(({ groupId, status, pages }) => status !== 'resolved' && (after === null || groupId > after) && isPaging(pages, personId))
    .map(({ groupId }) => groupId)
    .toSorted();

const isPaging = (pages: PagingGroup['pages'], personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.state === 'running' && !page.quiet);
