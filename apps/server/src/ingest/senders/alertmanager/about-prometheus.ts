import type { Sender } from '../sender.js';
import { firing } from './about.js';
import { alertmanagerWebhook } from './format.js';

const target = `  alertmanagers:
    - scheme: https
      path_prefix: /ingest/alertmanager/{key}
      static_configs:
        - targets: ['HOST-OF-TOCSIN']
`;

/** Without an Alertmanager between. */
export const prometheus: Sender = {
  id: 'prometheus',
  name: 'Prometheus without Alertmanager',
  about: 'Alerting rules of Prometheus or vmalert, sent straight to Tocsin',
  format: alertmanagerWebhook,
  steps: [
    {
      says: 'In prometheus.yml, add Tocsin under alerting: as if it were an Alertmanager. Its host and port are those of this address:',
      snippet: '{address}\n',
    },
    { says: 'Existing Alertmanagers keep getting the alerts.', snippet: `alerting:\n${target}` },
    { says: 'Check the file, and reload Prometheus.', snippet: 'promtool check config prometheus.yml\nkill -HUP "$(pidof prometheus)"\n' },
    { says: 'For vmalert, use its flags.', snippet: 'vmalert -notifier.url={url} -notifier.bearerToken={key}\n' },
    {
      says: 'Alerts are grouped by name. An alert resolves when Prometheus says so, or when its endsAt passes without a repeat.',
      snippet: null,
    },
  ],
  test: 'Add a rule with expr: vector(1) and without for:, and reload: it fires at once.',
  resolves: 'An alert resolves when Prometheus says so, or when its endsAt passes without a repeat.',
  traps: ['Prometheus sends to all its Alertmanagers: through an Alertmanager with Tocsin as receiver, too, every alert would come twice.'],
  snippet: `alerting:\n${target}`,
  marks: ['labels', 'generatorURL'],
  example: () => firing,
};
