import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import { isTouch, touchedAt } from '../closing-plan.js';
import type { AlertGroupState } from '../state.js';
import { evolveAlerts } from './alerts.js';
import { evolveClimb } from './climb.js';
import type { Evolvers } from './evolver.js';
import { evolveHolding } from './holding.js';
import { evolveOpenings } from './openings.js';
import { evolvePages } from './pages.js';
import { evolveStorms } from './storms.js';
import { evolveWebhookCalls } from './webhook-calls.js';

const steps: Evolvers = {
  ...evolveOpenings,
  ...evolveAlerts,
  ...evolveStorms,
  ...evolveHolding,
  ...evolveClimb,
  ...evolvePages,
  ...evolveWebhookCalls,
};

/** A fact by which somebody acts on the group, or its sender reports it, puts closing by age off. */
const touchedBy =
  (type: string, step: (typeof steps)[AlertGroupFact['type']]) =>
  (before: AlertGroupState, data: never, when: When): AlertGroupState => {
    const state = step(before, data, when);
    if (state.status === 'none' || !isTouch(type, when.actor)) return state;
    return { ...state, touched: when.at, closing: touchedAt(state.closing, when.at, when.eventId) };
  };

/** What each fact makes of a group. */
export const evolveAlertGroup = Object.fromEntries(
  Object.entries(steps).map(([type, step]) => [type, touchedBy(type, step)]),
) as unknown as Evolvers;
