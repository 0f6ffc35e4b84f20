import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SenderFormat } from '../format.js';
import { alerta } from './alerta/about.js';
import { alertmanager } from './alertmanager/about.js';
import { prometheus } from './alertmanager/about-prometheus.js';
import { apprise } from './apprise/about.js';
import { azureMonitor } from './azure-monitor/about.js';
import { datadog } from './datadog/about.js';
import { script, webhook } from './generic/about.js';
import { githubActions } from './github-actions/about.js';
import { goalert } from './goalert/about.js';
import { googleCloud } from './google-cloud/about.js';
import { grafana } from './grafana/about.js';
import { healthchecks } from './healthchecks/about.js';
import { mail } from './mail/about.js';
import { monit } from './monit/about.js';
import { checkmk, icinga, nagios } from './nagios/about.js';
import { netdata } from './netdata/about.js';
import { newrelic } from './newrelic/about.js';
import { oncall } from './oncall/about.js';
import { opsgenie } from './opsgenie/about.js';
import { pagerduty } from './pagerduty-events/about.js';
import { sentry } from './sentry/about.js';
import { sns } from './sns/about.js';
import { uptimeKuma } from './uptime-kuma/about.js';
import { victorops } from './victorops/about.js';
import { zabbix } from './zabbix/about.js';
import type { Sender } from './sender.js';

/** All senders, in the order in which they are offered. The first one of each kind of integration represents it. */
export const senders: readonly Sender[] = [
  alertmanager,
  prometheus,
  grafana,
  uptimeKuma,
  zabbix,
  nagios,
  icinga,
  checkmk,
  netdata,
  monit,
  sns,
  azureMonitor,
  googleCloud,
  datadog,
  newrelic,
  sentry,
  githubActions,
  pagerduty,
  opsgenie,
  victorops,
  oncall,
  goalert,
  alerta,
  apprise,
  healthchecks,
  mail,
  webhook,
  script,
];

/** The integration that a new organisation begins with. */
export const firstIntegration = { name: 'Alertmanager', kind: alertmanager.format.kind };

/** For an unknown kind: the generic webhook, which accepts anything. */
export const senderOf = (kind: string): Sender => senders.find(({ format }) => format.kind === kind) ?? webhook;

/** All wire formats, each once. */
export const formats: readonly SenderFormat[] = [...new Set(senders.map(({ format }) => format))];

/** The format of a kind of integration. */
export const formatOf = (kind: IntegrationKind): SenderFormat => senderOf(kind).format;
