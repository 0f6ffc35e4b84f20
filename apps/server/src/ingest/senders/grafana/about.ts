import { firing } from '../alertmanager/about.js';
import { alertmanagerWebhook } from '../alertmanager/format.js';
import type { Sender } from '../sender.js';

/** Sends Alertmanager’s format with a few more fields. */
export const grafana: Sender = {
  id: 'grafana',
  name: 'Grafana Alerting',
  about: 'Grafana-managed alert rules, by a webhook contact point',
  format: alertmanagerWebhook,
  steps: [
    {
      says: 'In Grafana, open Alerting > Contact points and press Create contact point (Add contact point in older versions).',
      snippet: null,
    },
    {
      says: 'Choose the integration Webhook and paste this into URL. Leave HTTP Method at POST and the payload at its default.',
      snippet: '{address}\n',
    },
    {
      says: 'Press Test, then Send test notification: the tick below shows when it has arrived. Then save the contact point.',
      snippet: null,
    },
    {
      says: 'Open Alerting > Notification policies and choose the contact point: in the default policy for all alerts, or in a new child policy. With Continue matching subsequent sibling nodes, your existing policies still get them, too.',
      snippet: null,
    },
  ],
  test: 'The button Test of the contact point opens a test alert, which pages nobody and ends after ten minutes.',
  resolves: 'An alert resolves when its rule is Normal again; leave Disable resolved message off.',
  traps: [
    'DatasourceError and DatasourceNoData are alerts of their own: set them to Keep Last State in the rule if they should not page.',
    'Grafana’s contact points for PagerDuty, Opsgenie and Alertmanager work as well, with an integration of that kind.',
  ],
  snippet: null,
  example: () => firing,
};
