import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { keyOf, lineOf } from '../bundles/rings-row.js';
import type { Page } from '../state.js';

/** The fields of an alert group that are needed when a person leaves: whom it pages. */
export interface PagingGroup {
  readonly groupId: string;
  readonly number: number;
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

/** Index of alert groups by the people whom they page now. */
export const pagedIn = ({ pages }: Pick<PagingGroup, 'pages'>): readonly string[] =>
  pages.flatMap(({ state, personId }) => (state === 'running' ? [personId] : []));

/** Index by the contact methods and lines for which attempts wait, named as by `keyOf`. */
export const queuedIn = ({ pages }: { readonly pages: readonly Page[] }): readonly string[] =>
  pages.flatMap((page) => (page.state === 'running' ? queuedOf(page) : []));

const queuedOf = (page: Page): readonly string[] =>
  Object.values(page.attempts).flatMap(({ state, contactMethodId }) =>
    state === 'queued' ? [keyOf({ contactMethodId, line: lineOf(page) })] : [],
  );

/** Index by the people to whom a message of the group is being sent now. */
export const calledIn = ({ pages }: Pick<PagingGroup, 'pages'>): readonly string[] =>
  pages.flatMap(({ personId, attempts }) => (Object.values(attempts).some(({ state }) => state === 'sending') ? [personId] : []));

/** Whether a message to them is under way, or waits for their answer. */
const isPagedNow = ({ status, pages }: PagingGroup, personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.state === 'running' && (status !== 'resolved' || isOnItsWay(page)));

/** The alert groups for which a person is being paged now, in the order in which they opened. */
export const pagedFor = (groups: Rows<PagingGroup>, personId: string): readonly string[] =>
  groups
    .where('pagedId', personId)
    .filter((group) => isPagedNow(group, personId))
    .toSorted((a, b) => a.number - b.number)
    .map(({ groupId }) => groupId);

/** The same in id order, after the one given. */
export const pagedForAfter = function* (groups: Rows<PagingGroup>, personId: string, after: string | null): Generator<string> {
  for (const group of groups.whereAfter('pagedId', personId, after)) if (isPagedNow(group, personId)) yield group.groupId;
};

/** The open alert groups whose pages follow a person’s rules, in id order, after the one given. */
export const followingRulesOf = (groups: Rows<PagingGroup>, personId: string, after: string | null): readonly string[] =>
  groups
    .where('pagedId', personId)
    .filter(({ groupId, status, pages }) => status !== 'resolved' && (after === null || groupId > after) && isPaging(pages, personId))
    .map(({ groupId }) => groupId);

const isPaging = (pages: PagingGroup['pages'], personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.state === 'running' && !page.quiet);
