import type { Sender } from '../sender.js';
import { googleIncident } from './format.js';

export const googleCloud: Sender = {
  id: 'google-cloud',
  name: 'Google Cloud Monitoring',
  about: 'Incidents of Google Cloud Monitoring, by a webhook channel',
  format: googleIncident,
  steps: [
    {
      says: 'In Google Cloud, open Monitoring > Alerting > Edit notification channels, press Add new at Webhooks, and paste this into Endpoint URL.',
      snippet: '{address}\n',
    },
    { says: 'Press Test Connection: it opens a test alert, which pages nobody.', snippet: null },
    { says: 'Choose the channel in your alerting policies, and turn on Notify on incident closure.', snippet: null },
  ],
  test: 'The button Test Connection opens a test alert, which pages nobody.',
  resolves: 'An incident that is closed resolves.',
  traps: [
    'Without Notify on incident closure nothing is resolved.',
    'Incidents by Pub/Sub work, too, with a push subscription to the same address.',
  ],
  snippet: null,
  marks: ['incident', 'version'],
  example: () => ({
    version: '1.2',
    incident: {
      incident_id: 'try-tocsin',
      state: 'open',
      policy_name: 'Trying Tocsin out',
      severity: 'Critical',
      summary: 'Trying Tocsin out',
    },
  }),
};
