import { ana, bo } from '@tocsin/domain/configuration.fixture.js';
import { actorOf } from '../installation.js';
import type { Installation } from './installation.js';
import { world } from './scheduler.js';

/** Presses at the same moment with the same key: a double press, or a client that retries before the answer. */
const pressCount = 2;

/** A person requests pages with repeated presses: each press gets the response of the first. */
export const pressTwice = async (installation: Installation, until: number): Promise<void> => {
  const { scheduler } = installation;
  const { chance } = scheduler;
  for (;;) {
    await scheduler.pass(chance.drawBetween(60_000, 360_000), world);
    if (scheduler.now > until) return;
    const key = chance.id(scheduler.now);
    for (let n = 0; n < pressCount; n += 1) {
      void press(installation, key);
      await scheduler.pass(chance.drawBetween(0, 50), world);
    }
  }
};

const command = { type: 'PageSomeone', data: { title: 'Come', urgency: 'low', serviceId: null, personIds: [bo] } };

const press = async (installation: Installation, key: string): Promise<void> => {
  const commandResult = await installation
    .pickServer()
    ?.act(command, actorOf(ana), key)
    .catch(() => undefined);
  if (commandResult?.kind === 'refused' && commandResult.refused.code === 'alert_group.id_taken') installation.wronglyRefused.push(key);
};
