import type { AccessRow } from '@tocsin/contracts/access.js';
import type { ContactRow } from '@tocsin/contracts/contacts.js';
import { accessOf } from '@tocsin/domain/access/views.js';
import type { Existing as Subscribed } from '@tocsin/domain/event-subscriptions/state.js';
import type { MailServerState } from '@tocsin/domain/mail-server/decider.js';
import { mailServerKey } from '@tocsin/domain/mail-server/views.js';
import type { Effect } from '@tocsin/platform/reactor/effect.js';
import { refsIn, streamData } from '../erasure/secrets-of-person.js';
import { offerRef } from '../sign-in/two-factor.js';
import type { EffectCore } from './effect-core.js';

/** Of all that a stream ever named, what it does not name now. It is read before `now` is, so that nothing newer is let go. */
const letGo = async (
  core: EffectCore,
  stream: string,
  key: string,
  now: () => Promise<readonly (string | null | undefined)[]>,
): Promise<void> => {
  const named = refsIn(await streamData(core, stream), key);
  const used = new Set(await now());
  for (const ref of named) if (!used.has(ref)) core.vault.dropSecret(ref);
};

/** Who removed a method is not paged by it any more, whatever is under way: an attempt looks the method up when it is sent. */
const oldMethods = (core: EffectCore, personId: string): Promise<void> =>
  letGo(core, `person-${personId}`, 'secretRef', async () => {
    const { methods } = (await core.runner.state('person', personId)) as ContactRow;
    return methods.map(({ secretRef }) => secretRef);
  });

/** Seeds that were turned off; and what was offered, since it was taken. */
const oldSeeds = async (core: EffectCore, personId: string): Promise<void> => {
  core.vault.dropSecret(offerRef(personId));
  await letGo(core, `access-${personId}`, 'secretRef', async () => {
    const { twoFactor } = (await core.runner.state('access', personId)) as AccessRow;
    return [twoFactor?.secretRef];
  });
};

/** What a subscription was called and signed by, before it was changed or removed. */
const oldOfSubscription = async (core: EffectCore, subscriptionId: string): Promise<void> => {
  const now = async () => (await core.runner.state('eventSubscription', subscriptionId)) as Partial<Subscribed>;
  const stream = `eventSubscription-${subscriptionId}`;
  await letGo(core, stream, 'addressRef', async () => [(await now()).addressRef]);
  await letGo(core, stream, 'secretRef', async () => [(await now()).secretRef]);
};

/** What a mail server was told before it was set anew or removed. */
const oldLogins = (core: EffectCore): Promise<void> =>
  letGo(core, mailServerKey, 'loginRef', async () => [
    ((await core.runner.state('mailServer', mailServerKey)) as MailServerState)?.loginRef,
  ]);

/** Made an owner, somebody may have lost the password that they had: nothing opens by it any more. */
const endedPassword = ({ reads, vault }: EffectCore, personId: string): Promise<void> => {
  const { passwordRef, passwordEnded } = accessOf(reads, personId);
  const ref = passwordRef ?? reads.people.get(personId)?.passwordRef;
  if (passwordEnded && ref) vault.dropSecret(ref);
  return Promise.resolve();
};

/** Takes out of the vault what nothing can need any more. Done again after a crash; the same is let go once. */
export const lettingGo = (core: EffectCore): Readonly<Record<string, Effect>> => {
  const about =
    (drop: (core: EffectCore, personId: string) => Promise<void>): Effect =>
    ({ data }) =>
      drop(core, (data as { personId: string }).personId).then(() => ({ kind: 'done' }));
  const ofSubscription: Effect = ({ data }) =>
    oldOfSubscription(core, (data as { subscriptionId: string }).subscriptionId).then(() => ({ kind: 'done' }));
  const ofMailServer: Effect = () => oldLogins(core).then(() => ({ kind: 'done' }));
  return {
    MailServerConfigured: ofMailServer,
    MailServerRemoved: ofMailServer,
    ContactMethodRemoved: about(oldMethods),
    PushSubscriptionRenewed: about(oldMethods),
    TwoFactorTurnedOn: about(oldSeeds),
    TwoFactorTurnedOff: about(oldSeeds),
    PersonRoleChanged: about(endedPassword),
    EventSubscriptionChanged: ofSubscription,
    EventSubscriptionSecretRotated: ofSubscription,
    EventSubscriptionRemoved: ofSubscription,
  };
};
