import { limits } from '@tocsin/contracts/limits.js';
import { between } from '@tocsin/kernel/time.js';
import type { Attempt, Existing, Page, PastPage } from '../state.js';

/** The group with one of its pages changed; the same object where there is no such page. */
export const withPage = (state: Existing, pageId: string, change: (page: Page) => Page): Existing => {
  const at = state.pages.findLastIndex((page) => page.pageId === pageId);
  return at < 0 ? state : { ...state, pages: state.pages.with(at, change(state.pages[at]!)) };
};

/** The group with one attempt of a page changed; the same object where there is no such attempt. */
export const withAttempt = (state: Existing, pageId: string, which: (attempt: Attempt) => boolean, change: Partial<Attempt>): Existing =>
  withPage(state, pageId, (page) => {
    const attempt = Object.values(page.attempts).find(which);
    return attempt ? { ...page, attempts: { ...page.attempts, [attempt.slot]: { ...attempt, ...change } } } : page;
  });

/** The message that a page last went out with by one method. */
export const lastRing = ({ attempts }: Page, contactMethodId: string): string | undefined =>
  Object.values(attempts).findLast((attempt) => attempt.contactMethodId === contactMethodId && attempt.ring !== undefined)?.ring;

const maxPagesOfPerson = 8;
const isOver = (page: Page): boolean => !Object.values(page.attempts).some(({ state }) => state === 'queued' || state === 'sending');

/**
 * A group that no one acknowledges is paged indefinitely: for each person the newest pages are stored completely, and of older ones, for a day, what
 * their links need.
 */
export const withoutOldPages = (state: Existing, personId: string, at: string): Existing => {
  const ofPerson = state.pages.filter((page) => page.personId === personId);
  const old = ofPerson.slice(0, Math.max(ofPerson.length - maxPagesOfPerson, 0)).filter(isOver);
  if (old.length === 0) return state;
  const dropped = new Set(old.map(({ pageId }) => pageId));
  const remembered = Object.entries(state.pastPages).filter(([, past]) => between(past.startedAt, at) <= limits.pageLink);
  const added = old.map(({ pageId, opening, startedAt }): [string, PastPage] => [pageId, { personId, opening, startedAt }]);
  return {
    ...state,
    pages: state.pages.filter(({ pageId }) => !dropped.has(pageId)),
    pastPages: Object.fromEntries([...remembered, ...added]),
  };
};
