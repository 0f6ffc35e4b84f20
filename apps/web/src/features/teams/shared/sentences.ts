import type { events as teamEvents } from '@tocsin/contracts/teams/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

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
