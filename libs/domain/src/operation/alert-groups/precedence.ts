import type { Page } from './state.js';
import { quietRank, rankOfUrgency } from '../../rules/ranks.js';

/** Whether an attempt of the page was sent to a provider, as far as is known: one that went stale does not count. */
const isAttempted = ({ attempts }: Page): boolean =>
  Object.values(attempts).some(({ startedAt, state }) => startedAt !== null && state !== 'stale');

/** The rank of a page’s attempts among all that are due: those of a rehearsal or a drill come last of those that ring. */
export const rankOfPage = (page: Page, rehearses = false): number => {
  if (page.quiet) return quietRank;
  return rehearses ? rankOfUrgency('low', true) : rankOfUrgency(page.urgency, isAttempted(page));
};
