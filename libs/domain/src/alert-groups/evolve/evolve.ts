import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { followedBy, type When } from '@tocsin/kernel/decide/decider.js';
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

/** A fact by which a person acts on the group, or its sender reports it, postpones closing by age. */
const touched = (state: AlertGroupState, type: AlertGroupFact['type'], { at, actor, eventId }: When): AlertGroupState =>
  state.status === 'none' || !isTouch(type, actor) ? state : { ...state, touched: at, closing: touchedAt(state.closing, at, eventId) };

/** State changes of a group, by event type. */
export const evolveAlertGroup: Evolvers = followedBy(steps, touched);
