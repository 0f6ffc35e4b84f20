import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { alertmanagerMessage } from './monitoring-messages.js';
import type { Stage } from './stage.js';

/** One more on a service would be a storm. */
const perService = stormLimits.opened;

/**
 * Opens this many alert groups, numbered from `from`, on as many services as needed, with the stage’s policy: a message without
 * group labels gives one group for each alert name. Low urgency by default.
 */
export async function openMany(stage: Stage, count: number, { from = 1, severity = 'info' } = {}): Promise<void> {
  for (let done = 0; done < count; done += perService) {
    const conditions = Array.from({ length: Math.min(perService, count - done) }, (_, n) => {
      const number = from + done + n;
      return { name: `Alert${number}`, instance: `db-${number % 300}`, severity };
    });
    const n = Math.floor((from + done) / perService);
    const path = n === 0 ? (await stage.integration('alertmanager')).path : await addService(stage, n);
    const body = alertmanagerMessage('firing', conditions, { groupKey: `{}:many-${from + done}`, groupLabels: {} });
    const { status } = await stage.tocsin.anonymous.request('POST', path, body);
    if (status !== 202) throw new Error(`${count} alert groups: ${status}`);
  }
  await stage.settle();
}

/** Adds a service with the stage’s policy; returns the path for Alertmanager’s messages. */
export async function addService(stage: Stage, n: number): Promise<string> {
  const { teamId, policyId } = stage.setUpAnswer;
  const { api } = stage.ana;
  const { says: service } = await api.run('CreateService', { teamId, policyId, name: `Service ${n}` });
  const serviceId = String(service['serviceId']);
  const { says } = await api.run('CreateIntegration', { teamId, serviceId, name: `Alertmanager ${n}`, kind: 'alertmanager' });
  return new URL(String(says['address'])).pathname;
}
