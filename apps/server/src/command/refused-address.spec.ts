import type { LookupFunction } from 'node:net';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { HttpProblem } from '../problems/problem.js';
import type { AugmentInput } from './augmentation.js';
import { contactAugments } from './contact-augments.js';
import { subscriptionAugments } from './subscription-augments.js';

/** Augments of a command with a typed address, and the names that were looked up for it. */
const typing = (wouldChange: AugmentInput['wouldChange'], take: () => Promise<void> = async () => {}) => {
  const lookedUp: string[] = [];
  const resolve = async (host: string) => {
    lookedUp.push(host);
    return [{ address: '93.184.215.14', family: 4 }];
  };
  const names = { resolve, lookup: (() => {}) as LookupFunction, close: () => {} };
  const with_ = partOf<AugmentInput>({
    outgoing: new OutgoingHttp({ names, typedNames: names }),
    rates: { take },
    secrets: { put: () => {}, make: () => 'secret' },
    parts: { clock: { kind: 'system' }, reads: { connections: { all: () => [] } } },
    wouldChange,
    callerId: 'ana',
    commandId: 'c1',
  });
  return { with_, lookedUp };
};
const refuseWith = (code: 'limit.contact_methods' | 'permission.denied' | 'limit.rate') => (): Promise<never> =>
  Promise.reject(new HttpProblem(code));

const address = 'https://hooks.example/ana';
const keys = { p256dh: 'p', auth: 'a' };
const method = { personId: 'ana', contactMethodId: 'm1', address };
const subscription = { teamId: null, subscriptionId: 's1', name: 'Chat', kinds: [], address };
/** Every command with an address that somebody types. */
const commandsWithAddress: readonly (readonly [string, (with_: AugmentInput) => unknown])[] = [
  ['AddContactMethod of a webhook', (with_) => contactAugments.AddContactMethod({ ...method, kind: 'webhook' }, with_)],
  ['AddContactMethod of a push subscription', (with_) => contactAugments.AddContactMethod({ ...method, kind: 'push', keys }, with_)],
  ['RenewPushSubscription', (with_) => contactAugments.RenewPushSubscription({ ...method, keys }, with_)],
  ['CreateEventSubscription', (with_) => subscriptionAugments.CreateEventSubscription(subscription, with_)],
  ['ChangeEventSubscription', (with_) => subscriptionAugments.ChangeEventSubscription({ ...subscription, version: 1 }, with_)],
];

describe.each(commandsWithAddress)('the address in %s', (_command, augment) => {
  it('is looked up once for a command that would change something', async () => {
    const { with_, lookedUp } = typing(async () => true);
    await augment(with_);
    expect(lookedUp).toEqual(['hooks.example']);
  });

  it.each(['limit.contact_methods', 'permission.denied'] as const)('is not looked up for a command refused by %s', async (code) => {
    const { with_, lookedUp } = typing(refuseWith(code));
    await expect(augment(with_)).rejects.toMatchObject({ code });
    expect(lookedUp).toEqual([]);
  });

  it('is not looked up for a command that changes nothing, nor beyond the budget of a person', async () => {
    const unchanged = typing(async () => false);
    await augment(unchanged.with_);
    const tired = typing(async () => true, refuseWith('limit.rate'));
    await expect(augment(tired.with_)).rejects.toMatchObject({ code: 'limit.rate' });
    expect([...unchanged.lookedUp, ...tired.lookedUp]).toEqual([]);
  });
});
