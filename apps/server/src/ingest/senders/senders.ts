import { alertmanager } from './alertmanager.js';
import { script, webhook } from './generic.js';
import { grafana } from './grafana.js';
import { pagerduty } from './pagerduty.js';
import type { Sender } from './sender.js';

/** All that can be connected, in the order in which they are offered. Of each kind of integration the first one stands for it. */
export const senders: readonly Sender[] = [alertmanager, grafana, pagerduty, webhook, script];

/** Of a kind that there is not, the one that takes anything. */
export const senderOf = (kind: string): Sender => senders.find((sender) => sender.kind === kind) ?? webhook;
