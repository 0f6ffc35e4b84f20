import type { Page } from './state.js';
import { quietRank, rankOfUrgency } from '../rules/ranks.js';

/** Whether somebody was asked to hand over one of its attempts, as far as is known: one that went stale is not. */
const isAttempted = ({ attempts }: Page): boolean =>
  Object.values(attempts).some(({ startedAt, state }) => startedAt !== null && state !== 'stale');

/** Where an attempt of a page stands among all that are due. */
export const rankOfPage = (page: Page): number => (page.quiet ? quietRank : rankOfUrgency(page.urgency, isAttempted(page)));
