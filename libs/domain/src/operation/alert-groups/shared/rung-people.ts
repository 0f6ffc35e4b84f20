import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Attempt, ExistingGroup } from '../state.js';

/** Most paged people that are remembered. */
export const mostRung = 500;

/** It was claimed: whether it arrived or not, the person may have noticed it. */
export const hasGoneOut = ({ state }: Attempt): boolean =>
  state === 'sending' || state === 'sent' || state === 'delivered' || state === 'read' || state === 'stale';

/** The people paged in this opening, or for earlier leaders of its storm; without those paged too long ago to be remembered. */
export const rungPeopleOf = (state: ExistingGroup, now: string): readonly string[] => {
  const since = addMillis(now, -alertGroupLimits.endToldWithin);
  const isRecent = (attempt: Attempt): boolean => hasGoneOut(attempt) && (attempt.startedAt ?? now) >= since;
  const { rang, rangAt } = state.links;
  const rungInGroup = state.pages
    .filter((other) => other.opening === state.opening && !other.quiet && Object.values(other.attempts).some(isRecent))
    .map((other) => other.personId);
  return rangAt >= since ? [...rang, ...rungInGroup] : rungInGroup;
};
