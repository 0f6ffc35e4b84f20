import { ana, bo } from '@tocsin/domain/configuration.fixture.js';
import { as } from '../installation.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

/** Presses at the same moment with the same key: a double press, or a client that retries before the answer. */
const presses = 2;

/** A person requests pages with repeated presses: each press gets the response of the first. */
export const hasty = async (installation: Installation, until: number): Promise<void> => {
  const { scheduler } = installation;
  const { chance } = scheduler;
  for (;;) {
    await scheduler.pass(chance.drawBetween(60_000, 360_000), world);
    if (scheduler.now > until) return;
    const key = chance.id(scheduler.now);
    for (let n = 0; n < presses; n += 1) {
      void press(installation, key);
      await scheduler.pass(chance.drawBetween(0, 50), world);
    }
  }
};

const command = { type: 'PageSomeone', data: { title: 'Come', urgency: 'low', serviceId: null, personIds: [bo] } };

const press = async (installation: Installation, key: string): Promise<void> => {
  const settled = await installation
    .anyServer()
    ?.act(command, as(ana), key)
    .catch(() => undefined);
  if (settled?.kind === 'refused' && settled.refused.code === 'alert_group.id_taken') installation.wronglyRefused.push(key);
};
