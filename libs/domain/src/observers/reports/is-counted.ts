import type { CountedFigure } from '@tocsin/contracts/alert-groups/counted-figures.js';
import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { Opening } from './openings.js';

const isAcknowledged = ({ moments }: Opening): boolean => moments.acknowledged !== undefined;
const isResolvedBy =
  (by: Opening['resolvedBy']) =>
  (opening: Opening): boolean =>
    opening.resolvedBy === by;

const isAnswered =
  (answer: 'yes' | 'no') =>
  ({ answers }: Opening): boolean =>
    answers !== undefined && [...answers.values()].includes(answer);
const isUseful = isAnswered('yes');
/** Nobody who was there says otherwise. */
const isUseless = (opening: Opening): boolean => isAnswered('no')(opening) && !isUseful(opening);

/** There was something to do: somebody says so, or worked on it and nobody says otherwise. */
export const isReal = (opening: Opening): boolean => isUseful(opening) || (opening.isWorkedOn && !isUseless(opening));

const resolvedItself = ({ resolvedBy, moments: { opened, resolved } }: Opening): boolean =>
  resolvedBy === 'sender' && resolved!.last - opened!.first <= reportLimits.resolvedItself;

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
  /** Somebody says so; or a person acknowledged it or acted on it, nobody says otherwise, and it was not marked as noise. */
  actionable: (opening) =>
    !opening.isNoise && (isUseful(opening) || ((opening.isActedOn || isAcknowledged(opening)) && !isUseless(opening))),
  /** A person acknowledged it, and nobody did anything else, or says that there was something to do. */
  acknowledged_only: (opening) => isAcknowledged(opening) && !isReal(opening),
  /** Its sender resolved it within 5 minutes. */
  resolved_itself: resolvedItself,
  answered_yes: isUseful,
  answered_no: isUseless,
  marked: ({ isNoise }) => isNoise,
  flaps: ({ isRefire, hasFlapped }) => isRefire || hasFlapped,
  suppressed: ({ isSuppressed }) => isSuppressed,
};

export const countOf = (openings: readonly Opening[], figure: keyof typeof isCounted): number => openings.filter(isCounted[figure]).length;
