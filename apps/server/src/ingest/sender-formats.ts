import type { IntegrationKind } from '@tocsin/contracts/services.js';
import { alertmanager } from './alertmanager.js';
import type { SenderFormat } from './format.js';
import { generic } from './generic.js';
import { pagerdutyEvents } from './pagerduty-events.js';

/** Which format an integration speaks. */
export const senderFormats: Readonly<Record<IntegrationKind, SenderFormat>> = {
  alertmanager,
  'pagerduty-events': pagerdutyEvents,
  generic,
};
