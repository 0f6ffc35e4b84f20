import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { ana, bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { as, did, installed } from '../installation.js';

export const subscriptionId = idOf('5b5');
/** The vault’s references of the subscription’s address and secret. */
const [addressRef, secretRef] = ['address-of-events', 'secret-of-events'] as const;

const reached = (world: World, personId: string, method: object, delayMinutes: number, n: number): void => {
  const about = { personId, contactMethodId: idOf(`d${n}`) };
  did(world, { type: 'AddContactMethod', data: { ...method, ...about } }, as(personId));
  if ('kind' in method && method.kind === 'webhook')
    did(world, { type: 'VerifyContactMethod', data: { ...about, codeCheck: 'right' } }, as(personId));
  did(world, { type: 'AddNotificationRule', data: { ...about, ruleId: idOf(`e${n}`), urgency: 'high', delayMinutes } }, as(personId));
};

const subscribe: Message = {
  type: 'CreateEventSubscription',
  data: { subscriptionId, teamId: setUpData.team.teamId, name: 'Tickets', kinds: [], host: 'events.example', addressRef, secretRef },
};

/** The log before any faults: an installation with every kind of contact method, and an event subscription. */
export const settled = (): World => {
  const logOpened = { logId: '01900000-0000-7000-8000-000000000109', format: 2, clock: 'system', kind: 'live' } as const;
  const world = installed({ logOpened });
  reached(world, bo, { kind: 'push', address: 'https://push.example/bo', secretRef: 'push-of-bo' }, 0, 1);
  reached(world, cleo, { kind: 'webhook', address: 'https://hooks.example/cleo', secretRef: 'hook-of-cleo' }, 0, 2);
  reached(world, ana, { kind: 'push', address: 'https://push.example/ana', secretRef: 'push-of-ana' }, 0, 3);
  did(world, subscribe);
  return world;
};

/** The secrets that the API would have stored. */
export const fillVault = (vault: Vault): void => {
  vault.putSecret(addressRef, 'https://events.example/in');
  for (const ref of [secretRef, 'push-of-bo', 'hook-of-cleo', 'push-of-ana']) vault.putSecret(ref, 'kept');
};
