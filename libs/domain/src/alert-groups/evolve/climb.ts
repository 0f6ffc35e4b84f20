import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { notHeld } from '../ending-plan.js';
import type { Climb, StepNumber } from '../state.js';
import { noClimb } from './core.js';
import { on, type Evolvers } from './evolver.js';

/** The round from which repeats are counted: the very first, or the first after the policy was exhausted. */
const beganBy = ({ began, exhausted }: Climb, round: number, step: StepNumber): number =>
  typeof step === 'number' && (began === 0 || exhausted) ? round : began;

const stepTaken = (climb: Climb, { round, step, empty }: FactOf<'EscalationStepTaken'>): Climb => ({
  ...climb,
  round,
  next: null,
  began: beganBy(climb, round, step),
  reached: typeof step === 'number' && step > 0 ? step : climb.reached,
  exhausted: typeof step === 'number' ? false : climb.exhausted,
  reachedSomebody: (round === climb.round && climb.reachedSomebody) || !empty,
});

/**
 * The last step taken stays `reached`: after an unacknowledge, or on “escalate now”, the climb continues from there.
 */
const stepSkipped = (climb: Climb, { round, step }: FactOf<'EscalationStepSkipped'>): Climb => ({
  ...climb,
  round,
  next: null,
  began: beganBy(climb, round, step),
  exhausted: false,
  reachedSomebody: round === climb.round && climb.reachedSomebody,
});

/** Facts about its escalation. */
export const evolveClimb = {
  EscalationStarted: on((state, _, { at }) =>
    notHeld({ ...state, calling: null, climb: { ...noClimb, round: state.climb.round, since: at } }),
  ),
  AlertGroupEscalated: on((state) => state),
  AlertGroupFollowedClock: on((state, { snoozedUntil }, { eventId }) =>
    snoozedUntil !== undefined && state.status === 'acknowledged' && state.snooze
      ? { ...state, snooze: { ...state.snooze, dueAt: snoozedUntil, plannedBy: eventId } }
      : state,
  ),
  EscalationPolicyApplied: on((state, { policy, reached }) => ({ ...state, policy, climb: { ...state.climb, reached } })),
  EscalationStepPlanned: on((state, { round, step, dueAt }, { at, eventId }) =>
    notHeld({
      ...state,
      climb: {
        ...state.climb,
        next: { round, step, dueAt, plannedBy: eventId, plannedAt: at },
        began: beganBy(state.climb, round, step),
        reachedSomebody: round === state.climb.round ? state.climb.reachedSomebody : false,
      },
    }),
  ),
  EscalationStepTaken: on((state, data) => (data.part === undefined ? { ...state, climb: stepTaken(state.climb, data) } : state)),
  EscalationStepSkipped: on((state, data) => ({ ...state, climb: stepSkipped(state.climb, data) })),
  PeopleCalledInPart: on((state, { whom, rung, part, upTo, dueAt }, { eventId }) => ({
    ...state,
    calling: dueAt === null ? null : { whom, rung, part, upTo, dueAt, plannedBy: eventId },
  })),
  EscalationExhausted: on((state, { restartAt }) => ({ ...state, climb: { ...state.climb, exhausted: true, restartAt } })),
  EscalationStopped: on((state, { because }) => ({
    ...state,
    calling: null,
    climb: { ...state.climb, next: null, exhausted: false },
    ...(because === 'stale' && state.stale ? { stale: { ...state.stale, stopped: true } } : {}),
  })),
} satisfies Partial<Evolvers>;
