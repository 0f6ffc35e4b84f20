import type { CoverFact } from '@tocsin/contracts/schedules/covers.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import type { Decider, Decision, FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { ConfigurationContext } from '../../reads.js';
import { coverTypes, withCover, type Covers } from './covers/covers-fold.js';
import { ruleTypes, withRules, type ScheduleRules } from './rules-fold.js';

/** A schedule in its own stream. Its name and its team are in the team’s stream. */
export interface StartedSchedule extends ScheduleRules {
  readonly scheduleId: string;
  /** Who is on call, as last recorded. */
  readonly onCall: readonly DutyShown[];
  /** On-call changes are recorded up to here. */
  readonly upTo: string;
  readonly covers: Covers;
  readonly handoff: { readonly dueAt: string; readonly plannedBy: string } | null;
}
export type ScheduleState = StartedSchedule | null;

type Evolve = Decider<ScheduleState, never, ScheduleFact>['evolve'];

/** Applies a fact’s change of the rules. */
const applyRules =
  (type: ScheduleFact['type']) =>
  (state: ScheduleState, data: unknown): ScheduleState =>
    state && withRules(state, { type, data } as ScheduleFact);

const applyCover =
  (type: CoverFact['type']) =>
  (state: ScheduleState, data: unknown, factMeta: FactMeta): ScheduleState =>
    state && { ...state, covers: withCover(state.covers, { type, data } as CoverFact, factMeta) };

const noRules: ScheduleRules = { version: 0, timeZone: '', zones: '', versions: [], overrides: [], temporary: [] };

const ownFacts: Pick<Evolve, 'ScheduleBegan' | 'OnCallChanged' | 'HandoffPlanned'> = {
  ScheduleBegan: (state, data) => {
    const { scheduleId, effectiveFrom: upTo } = data;
    return state ?? withRules({ ...noRules, scheduleId, onCall: [], upTo, covers: [], handoff: null }, { type: 'ScheduleBegan', data });
  },
  OnCallChanged: (state, { effectiveAt: upTo, after: onCall }) => state && { ...state, upTo, onCall },
  HandoffPlanned: (state, data, { eventId: plannedBy }) => {
    const { dueAt, upTo } = data;
    return state && { ...withRules(state, { type: 'HandoffPlanned', data }), upTo, handoff: { dueAt, plannedBy } };
  },
};

// A table of functions with different data has no common signature; facts reach a step by their own type only.
export const evolveSchedule = {
  ...Object.fromEntries(ruleTypes.map((type) => [type, applyRules(type)])),
  ...Object.fromEntries(coverTypes.map((type) => [type, applyCover(type)])),
  ...ownFacts,
} as Evolve;

export type ScheduleAnswer = Decision<ScheduleFact>;
export type DecisionFunction<Data> = (data: Data, state: ScheduleState, context: ConfigurationContext) => ScheduleAnswer;
/** Decides about a schedule that has begun, after everything due was recorded. */
export type StartedDecisionFunction<Data> = (data: Data, state: StartedSchedule, context: ConfigurationContext) => ScheduleAnswer;
