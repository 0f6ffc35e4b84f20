import type { CountedFigure } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { Opening } from './openings.js';

const isAcknowledged = ({ moments }: Opening): boolean => moments.acknowledged !== undefined;
const isResolvedBy =
  (by: Opening['resolvedBy']) =>
  (opening: Opening): boolean =>
    opening.resolvedBy === by;

/** Which openings each number counts: used for the counts, and for the lists behind them. */
export const isCounted: { readonly [F in Exclude<CountedFigure, 'measured' | 'missing'>]: (opening: Opening) => boolean } = {
  openings: () => true,
  acknowledged: isAcknowledged,
  acknowledged_otherwise: (opening) => opening.isAcknowledgedOtherwise && !isAcknowledged(opening),
  /** Step 2 or a later one was taken. */
  escalated: ({ moments }) => moments.escalated !== undefined,
  resolved_by_person: isResolvedBy('person'),
  resolved_by_sender: isResolvedBy('sender'),
  resolved_by_timer: isResolvedBy('timer'),
  still_open: isResolvedBy(null),
  /** A person acknowledged it or acted on it, and it was not marked as noise. */
  actionable: (opening) => !opening.isNoise && (opening.isActedOn || isAcknowledged(opening)),
  marked: ({ isNoise }) => isNoise,
  flaps: ({ isRefire, hasFlapped }) => isRefire || hasFlapped,
  suppressed: ({ isSuppressed }) => isSuppressed,
};

export const countOf = (openings: readonly Opening[], figure: keyof typeof isCounted): number => openings.filter(isCounted[figure]).length;
