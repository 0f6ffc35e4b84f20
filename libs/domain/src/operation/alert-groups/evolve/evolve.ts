import { evolveAspects, withAspects } from '../aspects/aspects.js';
import { evolveAlerts } from './alerts.js';
import { evolveEscalation } from './escalation.js';
import type { Evolvers } from './evolver.js';
import { evolveHolding } from './holding.js';
import { evolveOpenings } from './openings.js';
import { evolvePages } from './pages.js';
import { evolveStorms } from './storms.js';
import { evolveWebhookCalls } from './webhook-calls.js';

/** State changes of a group, by event type. */
export const evolveAlertGroup: Evolvers = withAspects({
  ...evolveOpenings,
  ...evolveAlerts,
  ...evolveStorms,
  ...evolveHolding,
  ...evolveEscalation,
  ...evolvePages,
  ...evolveWebhookCalls,
  ...evolveAspects,
});
