import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Attempt, ExistingGroup, Page, PastPage } from '../state.js';

/** The group with one of its pages changed; the same object where there is no such page. */
export const withPage = (state: ExistingGroup, pageId: string, change: (page: Page) => Page): ExistingGroup => {
  const at = state.pages.findLastIndex((page) => page.pageId === pageId);
  return at < 0 ? state : { ...state, pages: state.pages.with(at, change(state.pages[at]!)) };
};

/** The group with one attempt of a page changed; the same object where there is no such attempt. */
export const withAttempt = (
  state: ExistingGroup,
  pageId: string,
  isMatch: (attempt: Attempt) => boolean,
  change: Partial<Attempt>,
): ExistingGroup =>
  withPage(state, pageId, (page) => {
    const attempt = Object.values(page.attempts).find(isMatch);
    return attempt ? { ...page, attempts: { ...page.attempts, [attempt.slot]: { ...attempt, ...change } } } : page;
  });

/** The message that a page last went out with by one method. */
export const lastRingOf = ({ attempts }: Page, contactMethodId: string): string | undefined =>
  Object.values(attempts).findLast((attempt) => attempt.contactMethodId === contactMethodId && attempt.ring !== undefined)?.ring;

const maxPagesOfPerson = 8;
const isOver = (page: Page): boolean => !Object.values(page.attempts).some(({ state }) => state === 'queued' || state === 'sending');

/**
 * A group that no one acknowledges is paged indefinitely: for each person the newest pages are stored completely, and of older ones, for a day, what
 * their links need.
 */
export const withoutOldPages = (state: ExistingGroup, personId: string, at: string): ExistingGroup => {
  const ofPerson = state.pages.filter((page) => page.personId === personId);
  const old = ofPerson.slice(0, Math.max(ofPerson.length - maxPagesOfPerson, 0)).filter(isOver);
  if (old.length === 0) return state;
  const droppedIds = new Set(old.map(({ pageId }) => pageId));
  // compared as texts: this runs for each page of a group that is paged for days, and parsing instants would take most of its time
  const oldest = addMillis(at, -alertGroupLimits.pageLink);
  const recentPages = Object.entries(state.pastPages).filter(([, { startedAt }]) => startedAt >= oldest);
  const newPastPages = old.map(({ pageId, opening, startedAt }): [string, PastPage] => [pageId, { personId, opening, startedAt }]);
  return {
    ...state,
    pages: state.pages.filter(({ pageId }) => !droppedIds.has(pageId)),
    pastPages: Object.fromEntries([...recentPages, ...newPastPages]),
  };
};
