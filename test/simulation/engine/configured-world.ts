import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
import { ana, bo, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { actorOf, runCommand, createWorld } from '../installation.js';

export const subscriptionId = idOf('5b5');
/** The vault’s references of the subscription’s address and secret. */
const [addressRef, secretRef] = ['address-of-events', 'secret-of-events'] as const;

const addMethodAndRule = (world: World, personId: string, method: object, delayMinutes: number, n: number): void => {
  const methodIds = { personId, contactMethodId: idOf(`d${n}`) };
  runCommand(world, { type: 'AddContactMethod', data: { ...method, ...methodIds } }, actorOf(personId));
  if ('kind' in method && method.kind === 'webhook')
    runCommand(world, { type: 'VerifyContactMethod', data: { ...methodIds, codeCheck: 'right' } }, actorOf(personId));
  runCommand(
    world,
    { type: 'AddNotificationRule', data: { ...methodIds, ruleId: idOf(`e${n}`), urgency: 'high', delayMinutes } },
    actorOf(personId),
  );
};

const subscribe: Message = {
  type: 'CreateEventSubscription',
  data: { subscriptionId, teamId: setUpData.team.teamId, name: 'Tickets', kinds: [], host: 'events.example', addressRef, secretRef },
};

/** The log before any faults: an installation with every kind of contact method, and an event subscription. */
export const createConfiguredWorld = (): World => {
  const logOpened = { logId: '01900000-0000-7000-8000-000000000109', format: 2, clock: 'system', kind: 'live' } as const;
  const world = createWorld({ logOpened });
  addMethodAndRule(world, bo, { kind: 'push', address: 'https://push.example/bo', secretRef: 'push-of-bo' }, 0, 1);
  addMethodAndRule(world, cleo, { kind: 'webhook', address: 'https://hooks.example/cleo', secretRef: 'hook-of-cleo' }, 0, 2);
  addMethodAndRule(world, ana, { kind: 'push', address: 'https://push.example/ana', secretRef: 'push-of-ana' }, 0, 3);
  runCommand(world, subscribe);
  return world;
};

/** The secrets that the API would have stored. */
export const fillVault = (vault: Vault): void => {
  vault.putSecret(addressRef, 'https://events.example/in');
  for (const ref of [secretRef, 'push-of-bo', 'hook-of-cleo', 'push-of-ana']) vault.putSecret(ref, 'kept');
};
