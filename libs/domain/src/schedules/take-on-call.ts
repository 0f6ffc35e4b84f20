import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { DutyShown } from '@tocsin/contracts/duty.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/overrides.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { plus } from '@tocsin/kernel/time.js';
import { denied } from '../rules/permissions.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import { cannotServe, canServe } from '../rules/may-serve.js';
import { changesUntil, dutiesAt } from './shared/on-call-now.js';
import { tooManyOverrides } from './override-mistakes.js';
import type { BegunSchedule, DecideOnBegun } from './state.js';

interface Taking {
  readonly taker: string;
  readonly now: string;
  /** Null: each until the end of their own turn, cover or shift. */
  readonly until: string | null;
}

/** Puts the actor on call now, replacing everyone who is on call. */
export const takeOnCall: DecideOnBegun<CommandData<'TakeOnCall'>> = ({ scheduleId, until = null }, state, context) => {
  const { actor, now } = context;
  if (actor.kind !== 'person') return denied('a person');
  if (!canServe(context, actor.id)) return refuse(cannotServe(context, actor.id));
  if (until !== null && until <= now) return refuse('schedule.override_over', {}, 'until');
  const onCall = dutiesAt(state, now);
  const others = onCall.filter(({ personId }) => personId !== actor.id);
  if (onCall.length > 0 && others.length === 0) return new Nothing();
  const taking: Taking = { taker: actor.id, now, until };
  const current = state.temporary.findLast(({ from, to }) => from <= now && now < to);
  if (current) {
    const temporary = withTaker(current, taking);
    const isFull = temporary.shifts.length > limits.temporaryShifts;
    if (isFull) return refuse('limit.temporary_shifts', { limit: limits.temporaryShifts });
    return [{ type: 'TemporaryScheduleChanged', data: { scheduleId, temporary, taken: { until } } }];
  }
  const overrides =
    others.length === 0 ? [inGap(state, taking, context)] : others.map((duty, n) => replaced(duty, n, state, taking, context));
  return tooManyOverrides(state, overrides.length, now) ?? [{ type: 'OverridesAdded', data: { scheduleId, overrides, taken: { until } } }];
};

/** A turn ends at its mark, a cover at its planned end. */
const endOfDuty = ({ why }: DutyShown, { overrides }: BegunSchedule): string => {
  if (why.kind === 'rotation') return why.to;
  const override = why.kind === 'override' ? overrides.find(({ overrideId }) => overrideId === why.overrideId) : undefined;
  if (!override) throw new Error(`${why.kind} is not on call outside a temporary schedule`);
  return override.to;
};

const replaced = (
  duty: DutyShown,
  n: number,
  state: BegunSchedule,
  { taker, now, until }: Taking,
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
const endOfGap = (state: BegunSchedule, { taker, now, until }: Taking): string => {
  if (until !== null) return until;
  const horizon = plus(now, limits.handoffHorizon);
  for (const { at, people } of changesUntil(state, now, horizon)) if (people.some((personId) => personId !== taker)) return at;
  return horizon;
};

const inGap = (state: BegunSchedule, taking: Taking, context: ConfigurationContext): OverrideSetting => ({
  overrideId: context.newId('override', 0),
  kind: 'add',
  personId: taking.taker,
  replacesId: null,
  from: taking.now,
  to: endOfGap(state, taking),
  reason: '',
});

type Shift = TemporarySetting['shifts'][number];
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** A running shift, taken over: its past stays with its person, as does the time after the taker’s end. */
const handedTo = ({ personId, from, to }: Shift, { taker, now, until }: Taking): readonly Shift[] => {
  const end = earlier(until ?? to, to);
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
const withTaker = (temporary: TemporarySetting, taking: Taking): TemporarySetting => {
  const { taker, now, until } = taking;
  const isRunning = ({ from, to }: Shift): boolean => from <= now && now < to;
  const { shifts } = temporary;
  if (shifts.some(isRunning))
    return {
      ...temporary,
      shifts: shifts.flatMap((shift) => (isRunning(shift) && shift.personId !== taker ? handedTo(shift, taking) : [shift])),
    };
  const next = shifts.map(({ from }) => from).filter((from) => from > now);
  const to = [temporary.to, ...(until === null ? next : [until])].reduce(earlier);
  return { ...temporary, shifts: [...shifts, { personId: taker, from: now, to }] };
};
