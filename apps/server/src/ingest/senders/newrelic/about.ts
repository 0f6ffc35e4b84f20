import type { Sender } from '../sender.js';
import { newrelicIssue } from './format.js';

export const newrelic: Sender = {
  id: 'newrelic',
  name: 'New Relic',
  about: 'Issues of New Relic, by a webhook of a workflow',
  format: newrelicIssue,
  steps: [
    { says: 'In New Relic, open Alerts > Destinations, add a Webhook, and paste this into Endpoint URL.', snippet: '{address}\n' },
    {
      says: 'Open Alerts > Workflows, add a workflow with this destination, and leave its payload template at the default.',
      snippet: null,
    },
    { says: 'The workflow must also notify when an issue is acknowledged and closed.', snippet: null },
  ],
  test: 'The button Send test notification of the workflow.',
  resolves: 'An issue that is closed resolves, and one that is acknowledged there is acknowledged here.',
  traps: ['Closing by hand needs the notification of closed issues in the workflow.'],
  snippet: null,
  example: () => ({ id: 'try-tocsin', title: 'Trying Tocsin out', priority: 'CRITICAL', state: 'ACTIVATED', impactedEntities: ['db-1'] }),
};
