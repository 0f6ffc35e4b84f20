import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { duration } from '@tocsin/contracts/duration.js';
import { coverAhead, coverLength } from '@tocsin/contracts/schedules/limits.js';
import { millisBetween, laterOf, addMillis, toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../../reads.js';
import { refuse } from '../../../rules/refuse.js';
import { unfitReasonOf, canServe } from '../../../rules/can-serve.js';
import { asSchedule } from '../as-schedule.js';
import { zonesOf } from '../shared/zones-of.js';
import { listPeopleToAsk, canCover } from './people-to-ask.js';
import { first, type Mistake } from '../layer-checks.js';
import type { ScheduleRules } from '../rules-fold.js';
import { onCallWithin, type Shift } from '../shifts/shifts.js';

interface Part {
  readonly from: string;
  readonly to: string;
}
/** The request without its note. */
export type RequestedCover = Pick<CoverRequest, 'personId' | 'from' | 'to' | 'offeredTo' | 'inReturn'>;

const checkPart = ({ from, to }: Part, path: string, now: string): Mistake => {
  if (to <= from) return refuse('schedule.cover_ends_before', {}, `${path}to`);
  if (to <= now) return refuse('schedule.cover_over', {}, `${path}to`);
  if (millisBetween(laterOf(from, now), to) > coverLength)
    return refuse('schedule.cover_too_long', { days: coverLength / duration.day }, `${path}to`);
  return to > addMillis(now, coverAhead) ? refuse('schedule.cover_too_far', { days: coverAhead / duration.day }, `${path}to`) : null;
};

type Code = 'schedule.cover_not_on_call' | 'schedule.cover_swap_not_on_call';

/** Who is on call in the future part of a time. */
export const listDutiesAhead = (rules: ScheduleRules, { from, to }: Part, now: string): readonly Shift[] =>
  onCallWithin(asSchedule(rules), zonesOf(rules), { from: toMillis(laterOf(from, now)), to: toMillis(to) }).shifts;

/** Refuses when the person is not on call in that time, so that there is nothing to take over. */
export const checkDuty = (shifts: readonly Shift[], personId: string, code: Code, path?: string): Mistake =>
  shifts.some(({ person }) => person === personId) ? null : refuse(code, {}, path);

const checkOffer = ({ personId, offeredTo }: RequestedCover, teamId: string, context: ConfigurationContext): Mistake => {
  if (offeredTo === null)
    return listPeopleToAsk({ personId, offeredTo }, teamId, context.reads).length > 0
      ? null
      : refuse('schedule.cover_of_nobody', {}, 'offeredTo');
  if (offeredTo.length === 0) return refuse('schedule.cover_of_nobody', {}, 'offeredTo');
  return first(offeredTo, (one, n) => {
    const path = `offeredTo.${n}`;
    if (one === personId) return refuse('schedule.cover_of_oneself', {}, path);
    if (offeredTo.indexOf(one) < n) return refuse('schedule.listed_twice', {}, path);
    if (!canServe(context, one)) return refuse(unfitReasonOf(context, one), {}, path);
    return canCover(context.reads, teamId, one) ? null : refuse('schedule.cover_not_responder', {}, path);
  });
};

const checkReturn = ({ from, to, offeredTo, inReturn }: RequestedCover, rules: ScheduleRules, now: string): Mistake => {
  if (inReturn === null) return null;
  if (offeredTo === null) return refuse('schedule.cover_swap_with_team', {}, 'offeredTo');
  if (inReturn.from < to && from < inReturn.to) return refuse('schedule.cover_swap_overlaps', {}, 'inReturn.from');
  const mistake = checkPart(inReturn, 'inReturn.', now);
  if (mistake) return mistake;
  const shifts = listDutiesAhead(rules, inReturn, now);
  return first(offeredTo, (one, n) => checkDuty(shifts, one, 'schedule.cover_swap_not_on_call', `offeredTo.${n}`));
};

/** The refusal for the first problem of a request, at its field. */
export const checkRequest = (request: RequestedCover, teamId: string, rules: ScheduleRules, context: ConfigurationContext): Mistake =>
  checkPart(request, '', context.now) ??
  checkDuty(listDutiesAhead(rules, request, context.now), request.personId, 'schedule.cover_not_on_call', 'from') ??
  checkOffer(request, teamId, context) ??
  checkReturn(request, rules, context.now);
