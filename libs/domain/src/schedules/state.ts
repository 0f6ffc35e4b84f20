import type { CoverFact } from '@tocsin/contracts/covers.js';
import type { DutyShown } from '@tocsin/contracts/duty.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules.js';
import type { Decider, Decision, When } from '@tocsin/kernel/decide/decider.js';
import type { ConfigurationContext } from '../reads.js';
import { coverTypes, withCover, type Covers } from './covers/covers-fold.js';
import { ruleTypes, withRules, type ScheduleRules } from './rules-fold.js';

/** A schedule in its own stream. Its name and its team are in the team’s stream. */
export interface BegunSchedule extends ScheduleRules {
  readonly scheduleId: string;
  /** Who is on call, as last recorded. */
  readonly onCall: readonly DutyShown[];
  /** On-call changes are recorded up to here. */
  readonly upTo: string;
  readonly covers: Covers;
  readonly handoff: { readonly dueAt: string; readonly plannedBy: string } | null;
}
export type ScheduleState = BegunSchedule | null;

type Evolve = Decider<ScheduleState, never, ScheduleFact>['evolve'];

/** Applies a fact’s change of the rules. */
const ruled =
  (type: ScheduleFact['type']) =>
  (state: ScheduleState, data: unknown): ScheduleState =>
    state && withRules(state, { type, data } as ScheduleFact);

const covered =
  (type: CoverFact['type']) =>
  (state: ScheduleState, data: unknown, when: When): ScheduleState =>
    state && { ...state, covers: withCover(state.covers, { type, data } as CoverFact, when) };

const nothingYet: ScheduleRules = { version: 0, timeZone: '', zones: '', versions: [], overrides: [], temporary: [] };

const own: Pick<Evolve, 'ScheduleBegan' | 'OnCallChanged' | 'HandoffPlanned'> = {
  ScheduleBegan: (state, data) => {
    const { scheduleId, effectiveFrom: upTo } = data;
    return state ?? withRules({ ...nothingYet, scheduleId, onCall: [], upTo, covers: [], handoff: null }, { type: 'ScheduleBegan', data });
  },
  OnCallChanged: (state, { effectiveAt: upTo, after: onCall }) => state && { ...state, upTo, onCall },
  HandoffPlanned: (state, data, { eventId: plannedBy }) => {
    const { dueAt, upTo } = data;
    return state && { ...withRules(state, { type: 'HandoffPlanned', data }), upTo, handoff: { dueAt, plannedBy } };
  },
};

// A table of functions with different data has no common signature; facts reach a step by their own type only.
export const evolveSchedule = {
  ...Object.fromEntries(ruleTypes.map((type) => [type, ruled(type)])),
  ...Object.fromEntries(coverTypes.map((type) => [type, covered(type)])),
  ...own,
} as Evolve;

export type ScheduleAnswer = Decision<ScheduleFact>;
export type Decide<Data> = (data: Data, state: ScheduleState, context: ConfigurationContext) => ScheduleAnswer;
/** Decides about a schedule that has begun, after everything due was recorded. */
export type DecideOnBegun<Data> = (data: Data, state: BegunSchedule, context: ConfigurationContext) => ScheduleAnswer;
