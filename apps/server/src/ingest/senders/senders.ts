import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SenderFormat } from '../format.js';
import { alertmanager } from './alertmanager/about.js';
import { script, webhook } from './generic/about.js';
import { grafana } from './grafana/about.js';
import { healthchecks } from './healthchecks/about.js';
import { opsgenie } from './opsgenie/about.js';
import { pagerduty } from './pagerduty-events/about.js';
import type { Sender } from './sender.js';

/** All senders, in the order in which they are offered. The first one of each kind of integration represents it. */
export const senders: readonly Sender[] = [alertmanager, grafana, pagerduty, opsgenie, healthchecks, webhook, script];

/** The integration that a new organisation begins with. */
export const firstIntegration = { name: 'Alertmanager', kind: alertmanager.format.kind };

/** For an unknown kind: the generic webhook, which accepts anything. */
export const senderOf = (kind: string): Sender => senders.find(({ format }) => format.kind === kind) ?? webhook;

/** All wire formats, each once. */
export const formats: readonly SenderFormat[] = [...new Set(senders.map(({ format }) => format))];

/** The format of a kind of integration. */
export const formatOf = (kind: IntegrationKind): SenderFormat => senderOf(kind).format;
