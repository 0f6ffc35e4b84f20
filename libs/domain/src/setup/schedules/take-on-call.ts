import type { CommandData } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { refusePermission } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { unfitReasonOf, canServe } from '../../rules/can-serve.js';
import { listChangesUntil, computeDutiesAt } from './shared/on-call-now.js';
import { checkOverrideCount } from './override-checks.js';
import type { StartedSchedule, StartedDecisionFunction } from './state.js';

interface TakeRequest {
  readonly taker: string;
  readonly now: string;
  /** Null: each until the end of their own turn, cover or shift. */
  readonly until: string | null;
}

/** Puts the actor on call now, replacing everyone who is on call. */
export const takeOnCall: StartedDecisionFunction<CommandData<'TakeOnCall'>> = ({ scheduleId, until = null }, state, context) => {
  const { actor, now } = context;
  if (actor.kind !== 'person') return refusePermission('a person');
  if (!canServe(context, actor.id)) return refuse(unfitReasonOf(context, actor.id));
  if (until !== null && until <= now) return refuse('schedule.override_over', {}, 'until');
  const onCall = computeDutiesAt(state, now);
  const otherDuties = onCall.filter(({ personId }) => personId !== actor.id);
  if (onCall.length > 0 && otherDuties.length === 0) return new Nothing();
  const takeRequest: TakeRequest = { taker: actor.id, now, until };
  const current = state.temporary.findLast(({ from, to }) => from <= now && now < to);
  if (current) {
    const temporary = withTaker(current, takeRequest);
    const isFull = temporary.shifts.length > scheduleLimits.temporaryShifts;
    if (isFull) return refuse('limit.temporary_shifts', { limit: scheduleLimits.temporaryShifts });
    return [{ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary, taken: { until } } }];
  }
  const overrides =
    otherDuties.length === 0
      ? [addInGap(state, takeRequest, context)]
      : otherDuties.map((duty, n) => replaceDuty(duty, n, state, takeRequest, context));
  return (
    checkOverrideCount(state, overrides.length, now) ?? [{ type: 'OverridesAdded', data: { scheduleId, overrides, taken: { until } } }]
  );
};

/** A turn ends at its mark, a cover at its planned end. */
const endOfDuty = ({ why }: DutyShown, { overrides }: StartedSchedule): string => {
  if (why.kind === 'rotation') return why.to;
  const override = why.kind === 'override' ? overrides.find(({ overrideId }) => overrideId === why.overrideId) : undefined;
  if (!override) throw new Error(`${why.kind} is not on call outside a temporary schedule`);
  return override.to;
};

const replaceDuty = (
  duty: DutyShown,
  n: number,
  state: StartedSchedule,
  { taker, now, until }: TakeRequest,
  context: ConfigurationContext,
): OverrideSetting => ({
  overrideId: context.newId('override', n),
  kind: 'replace',
  personId: taker,
  replacesId: duty.personId,
  from: now,
  to: until ?? endOfDuty(duty, state),
  reason: '',
});

/** End of the gap: when another person comes on call, up to the horizon. */
const endOfGap = (state: StartedSchedule, { taker, now, until }: TakeRequest): string => {
  if (until !== null) return until;
  const horizon = addMillis(now, scheduleLimits.handoffHorizon);
  for (const { at, people } of listChangesUntil(state, now, horizon)) if (people.some((personId) => personId !== taker)) return at;
  return horizon;
};

const addInGap = (state: StartedSchedule, takeRequest: TakeRequest, context: ConfigurationContext): OverrideSetting => ({
  overrideId: context.newId('override', 0),
  kind: 'add',
  personId: takeRequest.taker,
  replacesId: null,
  from: takeRequest.now,
  to: endOfGap(state, takeRequest),
  reason: '',
});

type Shift = TemporarySetting['shifts'][number];
const earlierOf = (one: string, other: string): string => (one < other ? one : other);

/** A running shift, taken over: its past stays with its person, as does the time after the taker’s end. */
const handOverShift = ({ personId, from, to }: Shift, { taker, now, until }: TakeRequest): readonly Shift[] => {
  const end = earlierOf(until ?? to, to);
  const parts: readonly Shift[] = [
    { personId, from, to: now },
    { personId: taker, from: now, to: end },
    { personId, from: end, to },
  ];
  return parts.filter((part) => part.from < part.to);
};

/**
 * Within a temporary schedule the taker takes over the running shifts; where only its fallback or no one is on call,
 * the gap.
 */
const withTaker = (temporary: TemporarySetting, takeRequest: TakeRequest): TemporarySetting => {
  const { taker, now, until } = takeRequest;
  const isRunning = ({ from, to }: Shift): boolean => from <= now && now < to;
  const { shifts } = temporary;
  if (shifts.some(isRunning))
    return {
      ...temporary,
      shifts: shifts.flatMap((shift) => (isRunning(shift) && shift.personId !== taker ? handOverShift(shift, takeRequest) : [shift])),
    };
  const next = shifts.map(({ from }) => from).filter((from) => from > now);
  const to = [temporary.to, ...(until === null ? next : [until])].reduce(earlierOf);
  return { ...temporary, shifts: [...shifts, { personId: taker, from: now, to }] };
};
