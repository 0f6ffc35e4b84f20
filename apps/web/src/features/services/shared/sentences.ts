import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import type { events as serviceEvents } from '@tocsin/contracts/services/noun.js';
import type { events as integrationEvents } from '@tocsin/contracts/integrations/noun.js';
import type { events as relayEvents } from '@tocsin/contracts/relays/noun.js';
import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const serviceSentences: Sentences<keyof typeof serviceEvents> = {
  ServiceCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} created the service ${data.name}${data.rehearses ? ', which rehearses' : ''}.`,
  ServiceWentLive: ({ data, meta }, names) => `${names.actor(meta.actor)} took the service ${names.service(data.serviceId)} live.`,
  ServiceChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the service ${data.name}.`,
  ServiceArchived: ({ data, meta }, names) => `${names.actor(meta.actor)} archived the service ${names.service(data.serviceId)}.`,
  ServicesMovedToPolicy: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} moved ${count(data.serviceIds.length, 'service')} from ${names.policy(data.policyId)} to ${names.policy(data.toPolicyId)}${data.more ? '; the rest will follow' : ''}.`,
  ServiceRestored: ({ data, meta }, names) => `${names.actor(meta.actor)} restored the service ${names.service(data.serviceId)}.`,
};

export const relaySentences: Sentences<keyof typeof relayEvents> = {
  RelayProgressed: ({ data }, names) =>
    `${count(data.sent, 'alert')} of ${names.integration(data.integrationId)} ${data.sent === 1 ? 'was' : 'were'} relayed${data.refused + data.late + data.unfit + data.loops > 0 ? `, ${data.refused + data.late + data.unfit + data.loops} not` : ''}.`,
};

export const integrationSentences: Sentences<keyof typeof integrationEvents> = {
  IntegrationCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} connected ${data.name} (${integrationTraits[data.kind].name}) to ${names.service(data.serviceId)}.`,
  IntegrationRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} renamed an integration to ${data.name}.`,
  RelaySet: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} set ${names.integration(data.integrationId)} to relay what it receives to ${data.host}.`,
  RelayRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the relay of ${names.integration(data.integrationId)}.`,
  IntegrationKeyIssued: ({ data, meta }, names) =>
    data.from === undefined
      ? `${names.actor(meta.actor)} issued a key for ${names.integration(data.integrationId)}.`
      : `${names.actor(meta.actor)} gave ${names.integration(data.integrationId)} its key from ${foreignSystems[data.from].title}.`,
  IntegrationKeyKept: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} kept the key of ${names.integration(data.integrationId)} from the other system.`,
  IntegrationKeyEnded: ({ data, meta }, names) => `${names.actor(meta.actor)} revoked a key of ${names.integration(data.integrationId)}.`,
  IntegrationKeyRevealed: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} revealed a key of ${names.integration(data.integrationId)}.`,
  MailSendersChanged: ({ data, meta }, names) =>
    data.senders.length === 0
      ? `${names.did(meta.actor, `let ${names.integration(data.integrationId)} take mails from everyone`)}.`
      : `${names.did(meta.actor, `let ${names.integration(data.integrationId)} take mails only from ${data.senders.join(', ')}`)}.`,
  IntegrationLimited: ({ data, meta }, names) =>
    data.hardLimit === null
      ? `${names.actor(meta.actor)} removed the hard limit of ${names.integration(data.integrationId)}.`
      : `${names.actor(meta.actor)} set the hard limit of ${names.integration(data.integrationId)} to ${count(data.hardLimit, 'request')} in 5 min.`,
  IntegrationRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed ${names.integration(data.integrationId)}.`,
};
