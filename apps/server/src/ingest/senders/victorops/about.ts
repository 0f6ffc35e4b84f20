import type { Sender } from '../sender.js';
import { victoropsAlert } from './format.js';

export const victorops: Sender = {
  id: 'victorops',
  name: 'VictorOps (Splunk On-Call)',
  about: 'Tools with a VictorOps integration whose address can be changed',
  format: victoropsAlert,
  steps: [
    {
      says: 'In your tool’s VictorOps or Splunk On-Call integration, set this address. Tools that ask for a routing key append it, and it becomes a label.',
      snippet: '{address}\n',
    },
    {
      says: 'Where the address and the key are separate fields, use these.',
      snippet: '{url}/integrations/generic/20131114/alert\n{key}\n',
    },
    {
      says: 'CRITICAL and WARNING open an alert group, RECOVERY and OK resolve it, ACKNOWLEDGEMENT acknowledges it, INFO changes nothing.',
      snippet: null,
    },
  ],
  test: 'Use the test of your tool, or the command below.',
  resolves: 'RECOVERY and OK with the same entity_id resolve; ACKNOWLEDGEMENT acknowledges.',
  traps: ['A message without an entity_id is always a new alert.'],
  snippet:
    'receivers:\n  - name: tocsin\n    victorops_configs:\n      - api_key: {key}\n        api_url: {url}/integrations/generic/20131114/alert/\n        routing_key: default\n',
  marks: ['message_type', 'entity_id'],
  example: () => ({
    message_type: 'CRITICAL',
    entity_id: 'try-tocsin',
    entity_display_name: 'Trying Tocsin out',
    state_message: 'Trying Tocsin out',
  }),
};
