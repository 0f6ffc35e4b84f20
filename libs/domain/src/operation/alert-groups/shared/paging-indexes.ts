import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { keyOf, lineOf } from '../bundles/rings-row.js';
import type { Page } from '../state.js';
import type { HolderRow } from './held.js';

/** Fields of an alert group needed when a person leaves: whom it pages. */
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

const noOne: readonly string[] = [];

/** The values of all pages. Cached by page, which is immutable: an event changes one page of thousands. */
const cacheByPage = <P extends object>(ofPage: (page: P) => readonly string[]): ((pages: readonly P[]) => readonly string[]) => {
  const cache = new WeakMap<P, readonly string[]>();
  return (pages) => {
    const all: string[] = [];
    for (const page of pages) {
      let values = cache.get(page);
      if (!values) cache.set(page, (values = ofPage(page)));
      for (const value of values) all.push(value);
    }
    return all;
  };
};

const pagedPeople = cacheByPage<PagingGroup['pages'][number]>(({ state, personId }) => (state === 'running' ? [personId] : noOne));

const queuedLines = cacheByPage<Page>((page) => {
  const waitingAttempts = page.state === 'running' ? Object.values(page.attempts).filter(({ state }) => state === 'queued') : [];
  return waitingAttempts.length > 0 ? waitingAttempts.map(({ contactMethodId }) => keyOf({ contactMethodId, line: lineOf(page) })) : noOne;
});

const calledPeople = cacheByPage<PagingGroup['pages'][number]>(({ personId, attempts }) =>
  Object.values(attempts).some(({ state }) => state === 'sending') ? [personId] : noOne,
);

export const pagedPeopleOf = ({ pages }: Pick<PagingGroup, 'pages'>): readonly string[] => pagedPeople(pages);

/** Index by the contact methods and lines for which attempts wait, named as by `keyOf`. */
export const queuedLinesOf = ({ pages }: { readonly pages: readonly Page[] }): readonly string[] => queuedLines(pages);

/** Index by the people to whom a message of the group is being sent now. */
export const calledPeopleOf = ({ pages }: Pick<PagingGroup, 'pages'>): readonly string[] => calledPeople(pages);

/** Whether a message to them is being sent, or awaits their answer. */
const isPagedNow = ({ status, pages }: PagingGroup, personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.state === 'running' && (status !== 'resolved' || isOnItsWay(page)));

/** Some firing low-urgency ones, at most so many, in no order. */
export function listLowFiringOf(
  groups: Rows<PagingGroup & { readonly urgency: string }>,
  personId: string,
  atMost: number,
): readonly string[] {
  const found: string[] = [];
  for (const group of groups.eachWhere('pagedId', personId)) {
    if (group.urgency === 'low' && group.status === 'firing' && isPagedNow(group, personId)) found.push(group.groupId);
    if (found.length === atMost) break;
  }
  return found;
}

/** The alert groups for which a person is being paged now, in id order, after the one given. */
export const groupsPaging = function* (groups: Rows<PagingGroup>, personId: string, after: string | null): Generator<string> {
  for (const group of groups.whereAfter('pagedId', personId, after)) if (isPagedNow(group, personId)) yield group.groupId;
};

interface GroupsOfPeople {
  readonly groups: Rows<PagingGroup>;
  readonly held: Rows<HolderRow>;
}

/** The alert groups that are assigned to a person or page them now, each once, in id order, after the one given. */
export const groupsOfPerson = function* ({ groups, held }: GroupsOfPeople, personId: string, after: string | null): Generator<string> {
  const paging = groupsPaging(groups, personId, after);
  let pages = paging.next();
  for (const { groupId } of held.whereAfter('holderId', personId, after)) {
    for (; !pages.done && pages.value < groupId; pages = paging.next()) yield pages.value;
    if (!pages.done && pages.value === groupId) pages = paging.next();
    yield groupId;
  }
  for (; !pages.done; pages = paging.next()) yield pages.value;
};

/** The open alert groups whose pages follow a person’s rules, in id order, after the one given. */
export const followingRulesOf = function* (groups: Rows<PagingGroup>, personId: string, after: string | null): Generator<string> {
  for (const { groupId, status, pages } of groups.whereAfter('pagedId', personId, after))
    if (status !== 'resolved' && isPaging(pages, personId)) yield groupId;
};

const isPaging = (pages: PagingGroup['pages'], personId: string): boolean =>
  pages.some((page) => page.personId === personId && page.state === 'running' && !page.quiet);
