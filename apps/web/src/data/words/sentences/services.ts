import type { events as policyEvents } from '@tocsin/contracts/policies/noun.js';
import type { events as serviceEvents } from '@tocsin/contracts/services/noun.js';
import type { events as integrationEvents } from '@tocsin/contracts/integrations/noun.js';
import type { events as teamEvents } from '@tocsin/contracts/teams/noun.js';
import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import { count, type Sentences } from './sentence.js';

export const teamSentences: Sentences<keyof typeof teamEvents> = {
  TeamCreated: ({ data, meta }, names) => `${names.actor(meta.actor)} created the team ${data.name}.`,
  TeamRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the team ${data.name}.`,
  TeamMemberAdded: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} made ${names.person(data.personId)} a ${data.role} of ${names.team(data.teamId)}.`,
  TeamMemberRoleChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} made ${names.person(data.personId)} a ${data.role} of ${names.team(data.teamId)}.`,
  TeamMemberRemoved: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} removed ${names.person(data.personId)} from ${names.team(data.teamId)}.`,
  TeamHandedOver: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} moved all of ${names.team(data.teamId)} to ${names.team(data.toTeamId)}: ${count(data.services.length, 'service')}, ${count(data.integrations.length, 'integration')}${data.more ? '; the rest will follow' : ''}.`,
  TeamTookOver: ({ data }, names) =>
    `${names.team(data.teamId)} took over ${[...data.services, ...data.policies, ...(data.schedules ?? []), ...data.integrations].map(({ name }) => name).join(', ')} from ${names.team(data.fromTeamId)}.`,
  TeamRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the team ${data.name}.`,
};

export const serviceSentences: Sentences<keyof typeof serviceEvents> = {
  ServiceCreated: ({ data, meta }, names) => `${names.actor(meta.actor)} created the service ${data.name}.`,
  ServiceChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the service ${data.name}.`,
  ServiceArchived: ({ data, meta }, names) => `${names.actor(meta.actor)} archived the service ${names.service(data.serviceId)}.`,
  ServicesMovedToPolicy: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} moved ${count(data.serviceIds.length, 'service')} from ${names.policy(data.policyId)} to ${names.policy(data.toPolicyId)}${data.more ? '; the rest will follow' : ''}.`,
  ServiceRestored: ({ data, meta }, names) => `${names.actor(meta.actor)} restored the service ${names.service(data.serviceId)}.`,
};

export const integrationSentences: Sentences<keyof typeof integrationEvents> = {
  IntegrationCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} connected ${data.name} (${integrationTraits[data.kind].name}) to ${names.service(data.serviceId)}.`,
  IntegrationRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} renamed an integration to ${data.name}.`,
  IntegrationKeyIssued: ({ data, meta }, names) => `${names.actor(meta.actor)} issued a key for ${names.integration(data.integrationId)}.`,
  IntegrationKeyEnded: ({ data, meta }, names) => `${names.actor(meta.actor)} revoked a key of ${names.integration(data.integrationId)}.`,
  IntegrationKeyRevealed: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} revealed a key of ${names.integration(data.integrationId)}.`,
  IntegrationLimited: ({ data, meta }, names) =>
    data.hardLimit === null
      ? `${names.actor(meta.actor)} removed the hard limit of ${names.integration(data.integrationId)}.`
      : `${names.actor(meta.actor)} set the hard limit of ${names.integration(data.integrationId)} to ${count(data.hardLimit, 'request')} in 5 min.`,
  IntegrationRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed ${names.integration(data.integrationId)}.`,
};

export const policySentences: Sentences<keyof typeof policyEvents> = {
  PolicyCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} created the policy ${data.name} with ${count(data.steps.length, 'step')}.`,
  PolicyChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the policy ${data.name}: version ${data.version}, ${count(data.steps.length, 'step')}${data.appliesToOpen ? ', applied to open alert groups' : ''}.`,
  PolicyRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the policy ${names.policy(data.policyId)}.`,
};
