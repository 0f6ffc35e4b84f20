import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import { accessDecider } from '@tocsin/domain/setup/access/decider.js';
import { accessOf } from '@tocsin/domain/setup/access/views.js';
import { connectionsDecider } from '@tocsin/domain/setup/connections/decider.js';
import { connectionsKey } from '@tocsin/domain/setup/connections/views.js';
import { contactsDecider } from '@tocsin/domain/setup/contacts/decider.js';
import { offersOf } from '@tocsin/domain/setup/contacts/views.js';
import { eventSubscriptionDecider } from '@tocsin/domain/operation/event-subscriptions/decider.js';
import { isExisting } from '@tocsin/domain/operation/event-subscriptions/state.js';
import { teamDecider } from '@tocsin/domain/setup/team-stream/decider.js';
import { mailServerDecider } from '@tocsin/domain/setup/mail-server/decider.js';
import { mailServerKey } from '@tocsin/domain/setup/mail-server/views.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { refsIn, readData } from '../secrets/secrets-of-person.js';
import { offerRef } from '../secrets/secret-refs.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import type { EventEffects } from '../core/event-effect-table.js';

/**
 * Deletes the secrets that a stream ever named and no longer names. The stream is read before `now` is called, so that no newer
 * secret is deleted.
 */
const deleteSecrets = async (
  server: ReactorServerParts,
  stream: string,
  key: string,
  now: () => Promise<readonly (string | null | undefined)[]>,
): Promise<void> => {
  const usedRefs = refsIn(await readData(server, stream), key);
  const used = new Set(await now());
  for (const ref of usedRefs) if (!used.has(ref)) server.vault.dropSecret(ref);
};

/** Numbers of offers that ended, too. After a method is removed it pages no one, even for attempts in progress: an attempt looks the method up when it is sent. */
const cleanMethods = (server: ReactorServerParts, personId: string): Promise<void> =>
  deleteSecrets(server, `person-${personId}`, 'secretRef', async () => {
    const row = await server.runner.readState(contactsDecider, personId);
    return [...row.methods, ...offersOf(row)].map(({ secretRef }) => secretRef);
  });

/** Seeds that were turned off, and the offered seed once it was accepted. A newer offer stays: its person is about to confirm it. */
const cleanSeeds = async (server: ReactorServerParts, personId: string): Promise<void> => {
  const accepted = (await server.runner.readState(accessDecider, personId)).twoFactor?.secretRef;
  const offer = server.vault.secret(offerRef(personId));
  if (accepted !== undefined && offer !== null && (JSON.parse(offer) as { secret: string }).secret === server.vault.secret(accepted))
    server.vault.dropSecret(offerRef(personId));
  await deleteSecrets(server, `access-${personId}`, 'secretRef', async () => {
    const { twoFactor } = await server.runner.readState(accessDecider, personId);
    return [twoFactor?.secretRef];
  });
};

/** Addresses and secrets of a subscription from before it was changed or removed. */
const cleanSubscription = async (server: ReactorServerParts, subscriptionId: string): Promise<void> => {
  const stream = `eventSubscription-${subscriptionId}`;
  for (const key of ['addressRef', 'secretRef'] as const)
    await deleteSecrets(server, stream, key, async () => {
      const state = await server.runner.readState(eventSubscriptionDecider, subscriptionId);
      return isExisting(state) ? [state[key]] : [];
    });
};

/** Addresses and credentials of relays from before they were changed or removed. */
const cleanRelays = (server: ReactorServerParts, teamId: string): Promise<void> =>
  deleteSecrets(server, `team-${teamId}`, 'relayRef', async () => {
    const { integrations } = await server.runner.readState(teamDecider, teamId);
    // some were moved to other teams since
    return [...integrations.values(), ...server.reads.integrations.all()].map(({ relay }) => relay?.relayRef);
  });

/** Logins of a mail server from before it was changed or removed. */
const cleanLogins = (server: ReactorServerParts): Promise<void> =>
  deleteSecrets(server, mailServerKey, 'loginRef', async () => [
    (await server.runner.readState(mailServerDecider, mailServerKey))?.loginRef,
  ]);

/** Secrets of connections from before they were changed; of removed ones, once what was sent through them is answered no more. */
const cleanConnections = (server: ReactorServerParts): Promise<void> =>
  deleteSecrets(server, connectionsKey, 'secretRef', async () => {
    const current = (await server.runner.readState(connectionsDecider, '')).values();
    // memory may not know yet that one of them was removed
    return [...current, ...server.reads.endingConnections.all()].map(({ secretRef }) => secretRef);
  });

/** What was stored for steps of a plan that are never taken. `keepsSecret`: the secret of the connection as it is. */
const cleanSteps = async (server: ReactorServerParts, { planId, step }: FactOf<'ConfigApplyStopped'>): Promise<void> => {
  const prepared = (await readData(server, 'config-files')).filter((data) => data['planId'] === planId && Array.isArray(data['steps']));
  const commands = prepared.flatMap(({ steps }) => steps as readonly ConfigStep[]).slice(step);
  const data = commands.flatMap(({ command }) => (command === null || command.data['keepsSecret'] === true ? [] : [command.data]));
  for (const ref of [...refsIn(data, 'secretRef'), ...refsIn(data, 'keyRef')]) server.vault.dropSecret(ref);
};

/** Becoming an owner may end the person’s earlier password: it is deleted. */
const removePassword = ({ reads, vault }: ReactorServerParts, personId: string): Promise<void> => {
  const { passwordRef, passwordEnded } = accessOf(reads, personId);
  const ref = passwordRef ?? reads.people.get(personId)?.passwordRef;
  if (passwordEnded && ref) vault.dropSecret(ref);
  return Promise.resolve();
};

/** Deletes secrets from the vault that are no longer needed. Repeated after a crash; it is idempotent. */
export const createSecretCleanup = (server: ReactorServerParts): EventEffects => {
  const cleanupFor =
    (drop: (server: ReactorServerParts, personId: string) => Promise<void>) =>
    async ({ data }: { readonly data: { readonly personId: string } }): Promise<EffectOutcome> => {
      await drop(server, data.personId);
      return { kind: 'done' };
    };
  const cleanOfSubscription = async ({ data }: { readonly data: { readonly subscriptionId: string } }): Promise<EffectOutcome> => {
    await cleanSubscription(server, data.subscriptionId);
    return { kind: 'done' };
  };
  const cleanOfRelay = async ({ data }: { readonly data: { readonly teamId: string } }): Promise<EffectOutcome> => {
    await cleanRelays(server, data.teamId);
    return { kind: 'done' };
  };
  const cleanOfMailServer = async (): Promise<EffectOutcome> => {
    await cleanLogins(server);
    return { kind: 'done' };
  };
  const cleanOfConnections = async (): Promise<EffectOutcome> => {
    await cleanConnections(server);
    return { kind: 'done' };
  };
  const dropEnded = ({ data: { endedRef } }: { readonly data: { readonly endedRef?: string | undefined } }): Promise<EffectOutcome> => {
    if (endedRef !== undefined) server.vault.dropSecret(endedRef);
    return Promise.resolve({ kind: 'done' });
  };
  return {
    BackupsConfigured: dropEnded,
    BackupsTurnedOff: dropEnded,
    ConfigApplyStopped: async ({ data }) => {
      await cleanSteps(server, data);
      return { kind: 'done' };
    },
    OldSystemConnected: dropEnded,
    OldSystemDisconnected: dropEnded,
    LookupSaved: dropEnded,
    LookupRemoved: dropEnded,
    RelaySet: cleanOfRelay,
    RelayRemoved: cleanOfRelay,
    IntegrationRemoved: cleanOfRelay,
    ConnectionChanged: cleanOfConnections,
    ConnectionRemoved: cleanOfConnections,
    ConnectionAnswersEnded: cleanOfConnections,
    MailServerConfigured: cleanOfMailServer,
    MailServerRemoved: cleanOfMailServer,
    ContactMethodRemoved: cleanupFor(cleanMethods),
    PhoneOfferEnded: cleanupFor(cleanMethods),
    PushSubscriptionRenewed: cleanupFor(cleanMethods),
    TwoFactorTurnedOn: cleanupFor(cleanSeeds),
    TwoFactorTurnedOff: cleanupFor(cleanSeeds),
    PersonRoleChanged: cleanupFor(removePassword),
    EventSubscriptionChanged: cleanOfSubscription,
    EventSubscriptionSecretRotated: cleanOfSubscription,
    EventSubscriptionRemoved: cleanOfSubscription,
  };
};
