import type { DutyReasonShown } from '@tocsin/contracts/people/duty.js';
import type { Names } from '../../../data/words/names.js';

/** `Payments primary, by rotation`; `Payments primary, override for Bo`: why a person was behind a schedule. */
export const dutyWords = ({ scheduleId, why }: { readonly scheduleId: string; readonly why: DutyReasonShown }, names: Names): string =>
  `${names.schedule(scheduleId)}, ${reasonWords(why, names)}`;

/** `by rotation`, `covers for Ana`: why a person is on call. */
export const reasonWords = (why: DutyReasonShown, names: Pick<Names, 'person'>): string => {
  if (why.kind === 'rotation') return 'by rotation';
  if (why.kind === 'temporary') return why.fallback ? 'fallback of the temporary schedule' : 'temporary schedule';
  if (why.coverId && why.replacesId) return `covers for ${names.person(why.replacesId)}`;
  return why.replacesId ? `override for ${names.person(why.replacesId)}` : 'by override';
};
