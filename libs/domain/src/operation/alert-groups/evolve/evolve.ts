import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { chainEvolve, type FactMeta } from '@tocsin/kernel/decide/decider.js';
import { isTouch, postponeClosing } from '../closing-plan.js';
import type { AlertGroupState } from '../state.js';
import { evolveAlerts } from './alerts.js';
import { evolveEscalation } from './escalation.js';
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
  ...evolveEscalation,
  ...evolvePages,
  ...evolveWebhookCalls,
};

/** A fact by which a person acts on the group, or its sender reports it, postpones closing by age. */
const noteActivity = (state: AlertGroupState, type: AlertGroupFact['type'], { at, actor, eventId }: FactMeta): AlertGroupState =>
  state.status === 'none' || !isTouch(type, actor)
    ? state
    : { ...state, touched: at, closing: postponeClosing(state.closing, at, eventId) };

/** State changes of a group, by event type. */
export const evolveAlertGroup: Evolvers = chainEvolve(steps, noteActivity);
