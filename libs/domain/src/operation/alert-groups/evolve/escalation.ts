import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { releaseEscalation } from '../ending-plan.js';
import type { EscalationState, StepNumber } from '../state.js';
import { noEscalation } from './core.js';
import { changeExisting, type Evolvers } from './evolver.js';

/** The round from which repeats are counted: the very first, or the first after the policy was exhausted. */
const firstRoundOf = ({ began, exhausted }: EscalationState, round: number, step: StepNumber): number =>
  typeof step === 'number' && (began === 0 || exhausted) ? round : began;

const applyStepTaken = (escalation: EscalationState, { round, step, empty }: FactOf<'EscalationStepTaken'>): EscalationState => ({
  ...escalation,
  round,
  next: null,
  began: firstRoundOf(escalation, round, step),
  reached: typeof step === 'number' && step > 0 ? step : escalation.reached,
  exhausted: typeof step === 'number' ? false : escalation.exhausted,
  reachedSomebody: (round === escalation.round && escalation.reachedSomebody) || !empty,
});

/**
 * The last step taken stays `reached`: after an unacknowledge, or on “escalate now”, the climb continues from there.
 */
const applyStepSkipped = (escalation: EscalationState, { round, step }: FactOf<'EscalationStepSkipped'>): EscalationState => ({
  ...escalation,
  round,
  next: null,
  began: firstRoundOf(escalation, round, step),
  exhausted: false,
  reachedSomebody: round === escalation.round && escalation.reachedSomebody,
});

/** Facts about its escalation. */
export const evolveEscalation = {
  EscalationStarted: changeExisting((state, { because }, { at }) =>
    releaseEscalation({ ...state, calling: null, climb: { ...noEscalation, round: state.climb.round, since: at, because } }),
  ),
  AlertGroupEscalated: changeExisting((state) => state),
  AlertGroupFollowedClock: changeExisting((state, { snoozedUntil }, { eventId }) =>
    snoozedUntil !== undefined && state.status === 'acknowledged' && state.snooze
      ? { ...state, snooze: { ...state.snooze, dueAt: snoozedUntil, plannedBy: eventId } }
      : state,
  ),
  EscalationPolicyApplied: changeExisting((state, { policy, reached }) => ({ ...state, policy, climb: { ...state.climb, reached } })),
  EscalationStepPlanned: changeExisting((state, { round, step, dueAt }, { at, eventId }) =>
    releaseEscalation({
      ...state,
      climb: {
        ...state.climb,
        next: { round, step, dueAt, plannedBy: eventId, plannedAt: at },
        began: firstRoundOf(state.climb, round, step),
      },
    }),
  ),
  EscalationStepTaken: changeExisting((state, data) =>
    data.part === undefined ? { ...state, climb: applyStepTaken(state.climb, data) } : state,
  ),
  EscalationStepSkipped: changeExisting((state, data) => ({ ...state, climb: applyStepSkipped(state.climb, data) })),
  PeopleCalledInPart: changeExisting((state, { whom, rung, part, upTo, dueAt }, { eventId }) => ({
    ...state,
    calling: dueAt === null ? null : { whom, rung, part, upTo, dueAt, plannedBy: eventId },
  })),
  EscalationExhausted: changeExisting((state, { restartAt }) => ({ ...state, climb: { ...state.climb, exhausted: true, restartAt } })),
  EscalationStopped: changeExisting((state, { because }) => ({
    ...state,
    calling: null,
    climb: { ...state.climb, next: null, exhausted: false },
    ...(because === 'stale' && state.stale ? { stale: { ...state.stale, stopped: true } } : {}),
  })),
} satisfies Partial<Evolvers>;
