import { accessDecider } from '@tocsin/domain/access/decider.js';
import { accessOf } from '@tocsin/domain/access/views.js';
import { contactsDecider } from '@tocsin/domain/contacts/decider.js';
import { eventSubscriptionDecider } from '@tocsin/domain/event-subscriptions/decider.js';
import { isExisting } from '@tocsin/domain/event-subscriptions/state.js';
import { mailServerDecider } from '@tocsin/domain/mail-server/decider.js';
import { mailServerKey } from '@tocsin/domain/mail-server/views.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { refsIn, streamData } from '../secrets/secrets-of-person.js';
import { offerRef } from '../secrets/secret-refs.js';
import type { ServerReach } from '../core/server-reach.js';
import type { EventEffects } from '../core/event-effect-table.js';

/**
 * Deletes the secrets that a stream ever named and no longer names. The stream is read before `now` is called, so that no newer
 * secret is deleted.
 */
const deleteSecrets = async (
  server: ServerReach,
  stream: string,
  key: string,
  now: () => Promise<readonly (string | null | undefined)[]>,
): Promise<void> => {
  const named = refsIn(await streamData(server, stream), key);
  const used = new Set(await now());
  for (const ref of named) if (!used.has(ref)) server.vault.dropSecret(ref);
};

/** After a method is removed it pages no one, even for attempts in progress: an attempt looks the method up when it is sent. */
const oldMethods = (server: ServerReach, personId: string): Promise<void> =>
  deleteSecrets(server, `person-${personId}`, 'secretRef', async () => {
    const { methods } = await server.runner.state(contactsDecider, personId);
    return methods.map(({ secretRef }) => secretRef);
  });

/** Seeds that were turned off, and the offered seed, which was accepted. */
const oldSeeds = async (server: ServerReach, personId: string): Promise<void> => {
  server.vault.dropSecret(offerRef(personId));
  await deleteSecrets(server, `access-${personId}`, 'secretRef', async () => {
    const { twoFactor } = await server.runner.state(accessDecider, personId);
    return [twoFactor?.secretRef];
  });
};

/** Addresses and secrets of a subscription from before it was changed or removed. */
const oldOfSubscription = async (server: ServerReach, subscriptionId: string): Promise<void> => {
  const stream = `eventSubscription-${subscriptionId}`;
  for (const key of ['addressRef', 'secretRef'] as const)
    await deleteSecrets(server, stream, key, async () => {
      const state = await server.runner.state(eventSubscriptionDecider, subscriptionId);
      return isExisting(state) ? [state[key]] : [];
    });
};

/** Logins of a mail server from before it was changed or removed. */
const oldLogins = (server: ServerReach): Promise<void> =>
  deleteSecrets(server, mailServerKey, 'loginRef', async () => [(await server.runner.state(mailServerDecider, mailServerKey))?.loginRef]);

/** Becoming an owner may end the person’s earlier password: it is deleted. */
const endedPassword = ({ reads, vault }: ServerReach, personId: string): Promise<void> => {
  const { passwordRef, passwordEnded } = accessOf(reads, personId);
  const ref = passwordRef ?? reads.people.get(personId)?.passwordRef;
  if (passwordEnded && ref) vault.dropSecret(ref);
  return Promise.resolve();
};

/** Deletes secrets from the vault that are no longer needed. Repeated after a crash; it is idempotent. */
export const secretCleanup = (server: ServerReach): EventEffects => {
  const about =
    (drop: (server: ServerReach, personId: string) => Promise<void>) =>
    async ({ data }: { readonly data: { readonly personId: string } }): Promise<EffectOutcome> => {
      await drop(server, data.personId);
      return { kind: 'done' };
    };
  const ofSubscription = async ({ data }: { readonly data: { readonly subscriptionId: string } }): Promise<EffectOutcome> => {
    await oldOfSubscription(server, data.subscriptionId);
    return { kind: 'done' };
  };
  const ofMailServer = async (): Promise<EffectOutcome> => {
    await oldLogins(server);
    return { kind: 'done' };
  };
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
