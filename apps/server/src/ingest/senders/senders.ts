import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SenderFormat } from '../format.js';
import * as about from './about.gen.js';
import type { Sender } from './sender.js';

/** All senders, in the order in which they are offered. The first one of each kind of integration represents it. */
export const senders: readonly Sender[] = [
  about.alertmanager,
  about.prometheus,
  about.grafana,
  about.uptimeKuma,
  about.zabbix,
  about.nagios,
  about.icinga,
  about.checkmk,
  about.netdata,
  about.monit,
  about.sns,
  about.azureMonitor,
  about.googleCloud,
  about.datadog,
  about.newrelic,
  about.sentry,
  about.githubActions,
  about.pagerduty,
  about.opsgenie,
  about.victorops,
  about.oncall,
  about.goalert,
  about.alerta,
  about.apprise,
  about.healthchecks,
  about.cronitor,
  about.snitch,
  about.kumaPush,
  about.mail,
  about.webhook,
  about.script,
];

/** The integration that a new organisation begins with. */
export const firstIntegration = { name: 'Alertmanager', kind: about.alertmanager.format.kind };

/** For an unknown kind: the generic webhook, which accepts anything. */
export const senderOf = (kind: string): Sender => senders.find(({ format }) => format.kind === kind) ?? about.webhook;

/** All wire formats, each once. */
export const formats: readonly SenderFormat[] = [...new Set(senders.map(({ format }) => format))];

export const formatOf = (kind: IntegrationKind): SenderFormat => senderOf(kind).format;
