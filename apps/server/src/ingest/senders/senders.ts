import type { IntegrationKind } from '@tocsin/contracts/integration-kinds.js';
import type { SenderFormat } from '../format.js';
import { alertmanager } from './alertmanager.js';
import { script, webhook } from './generic.js';
import { grafana } from './grafana.js';
import { pagerduty } from './pagerduty-events.js';
import type { Sender } from './sender.js';

/** All that can be connected, in the order in which they are offered. Of each kind of integration the first one stands for it. */
export const senders: readonly Sender[] = [alertmanager, grafana, pagerduty, webhook, script];

/** Of a kind that there is not, the one that takes anything. */
export const senderOf = (kind: string): Sender => senders.find(({ format }) => format.kind === kind) ?? webhook;

/** Everything that is put on the wire by some sender, each once. */
export const formats: readonly SenderFormat[] = [...new Set(senders.map(({ format }) => format))];

/** Which format an integration speaks. */
export const formatOf = (kind: IntegrationKind): SenderFormat => senderOf(kind).format;
