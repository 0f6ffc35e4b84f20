import type { logEvents, organisationEvents } from '@tocsin/contracts/organisation.js';
import type { effectEvents, reactorEvents } from '@tocsin/contracts/reactor.js';
import type { redactionEvents } from '@tocsin/contracts/redactions.js';
import { text, type Sentences } from './sentence.js';

const ended = {
  done: 'Follow-up completed',
  unneeded: 'No follow-up needed',
  expired: 'Follow-up skipped because it came too late',
} as const;

export const organisationSentences: Sentences<
  | keyof typeof redactionEvents
  | keyof typeof organisationEvents
  | keyof typeof logEvents
  | keyof typeof reactorEvents
  | keyof typeof effectEvents
> = {
  LogOpened: () => 'The log was begun.',
  OrganisationSetUp: ({ data }) =>
    `${text(data.owner.name)} set up ${data.name}, with the team ${data.team.name} and the service ${data.service.name}.`,
  PublicAddressChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the public address to ${data.url}.`,
  StoreRestored: ({ data }) =>
    `The store was restored from the backup of ${data.backupAt.slice(0, 16).replace('T', ' ')} UTC: it is held, and sends nothing.`,
  StoreWentLive: ({ meta }, names) => `${names.actor(meta.actor)} pressed “Go live here”: it sends again.`,
  TextRedacted: ({ data, meta }, names) => `${names.actor(meta.actor)} redacted a text in event ${data.ordinal}.`,
  EffectEnded: ({ data }) => `${ended[data.outcome]} after ${data.type}.`,
  ReactorProgressed: () => 'The reactor recorded how far it has come.',
  ClockSteppedForward: ({ data, meta }) => `The clock of ${meta.node} was set forward, from ${data.from} to ${data.to}, and stayed there.`,
  ReactionFailed: ({ data }) =>
    `A ${data.kind} failed ${data.tries} times and was given up: ${data.what}${data.command ? ` (${data.command})` : ''}, ${data.reason}.${data.replaced ? ' A group without alerts was opened in its place.' : ''}`,
  ReactionRetryAsked: ({ data, meta }, names) => `${names.actor(meta.actor)} had ${data.failures.length} failures tried again.`,
  ReactorStarted: ({ data }) =>
    data.awayFrom
      ? `Tocsin came back; its last sign of life was ${data.awayFrom.slice(0, 16).replace('T', ' ')} UTC.`
      : 'Tocsin began to route and page.',
};
