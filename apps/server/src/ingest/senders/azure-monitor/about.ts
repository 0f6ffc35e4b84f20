import type { Sender } from '../sender.js';
import { azureAlert } from './format.js';

export const azureMonitor: Sender = {
  id: 'azure-monitor',
  name: 'Azure Monitor',
  about: 'Alerts of Azure Monitor, by a webhook of an action group',
  format: azureAlert,
  steps: [
    {
      says: 'In the Azure portal, open Monitor > Alerts > Action groups, choose a group, add an action of the type Webhook, and paste this into URI.',
      snippet: '{address}\n',
    },
    { says: 'Set Enable the common alert schema to Yes. The older schemas are read, too.', snippet: null },
    { says: 'Turn on Automatically resolve alerts in your alert rules: what is resolved there is resolved here.', snippet: null },
  ],
  test: 'Press Test action group and choose a sample: it opens a test alert, which pages nobody.',
  resolves: 'Monitor condition Resolved resolves.',
  traps: [
    'Log alerts are stateless by default and never resolve: turn on Automatically resolve alerts.',
    'Budgets never resolve by themselves.',
  ],
  snippet: null,
  marks: ['schemaId', 'data'],
  example: () => ({
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: '/subscriptions/1/providers/Microsoft.AlertsManagement/alerts/try-tocsin',
        alertRule: 'Trying Tocsin out',
        severity: 'Sev0',
        monitorCondition: 'Fired',
        configurationItems: ['db-1'],
      },
      alertContext: {},
    },
  }),
};
