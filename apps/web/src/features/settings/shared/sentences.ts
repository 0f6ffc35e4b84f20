import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { events as connectionEvents } from '@tocsin/contracts/connections/noun.js';
import type { events as signInEvents } from '@tocsin/contracts/sign-in/noun.js';
import type { logEvents, organisationEvents } from '@tocsin/contracts/organisation/noun.js';
import type { events as exportedFileEvents } from '@tocsin/contracts/exported-files/noun.js';
import type { events as sealEvents } from '@tocsin/contracts/seals/noun.js';
import type { effectEvents, reactorEvents } from '@tocsin/contracts/reactor/noun.js';
import type { events as redactionEvents } from '@tocsin/contracts/redactions/noun.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { dayAndTime, span } from '../../../data/time/times.js';
import { count, text, type Sentences } from '../../../data/words/sentence.js';

/** How much of the history it had. */
const hadWords = (had: { readonly size: number } | undefined): string => (had ? `, with ${count(had.size, 'event')}` : '');

const anchorVerbs: Readonly<Record<FactOf<'LogAnchored'>['kind'], string>> = {
  webhook: 'anchored at',
  time_stamp: 'stamped by',
  mail: 'mailed to',
};

export const signInSentences: Sentences<keyof typeof signInEvents> = {
  IdentityProviderConfirmed: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} confirmed the identity provider${data.issuer ? ` (${data.issuer})` : ''} for owner accounts too.`,
  SignInConfigured: ({ data, meta }, names) => {
    const who = names.actor(meta.actor);
    if (!data.openId) return `${who} set sign-in to password only.`;
    const { label, issuer } = data.openId;
    return `${who} set sign-in to ${label}${issuer ? ` (${issuer})` : ''}${data.onlyOpenId ? '; passwords only for owners' : ''}.`;
  },
};

export const connectionSentences: Sentences<keyof typeof connectionEvents> = {
  ConnectionAdded: ({ data, meta }, names) => `${names.actor(meta.actor)} added the connection ${data.name}.`,
  ConnectionChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the connection ${data.name}.`,
  ConnectionRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the connection ${data.name}.`,
  UserGroupChosen: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} chose the user group @${data.handle} for who is on call in ${count(data.scheduleIds.length, 'schedule')}.`,
  UserGroupReleased: ({ data, meta }, names) => `${names.actor(meta.actor)} released the user group @${data.handle}: its members stay.`,
  UserGroupSet: ({ data }, names) =>
    data.personIds.length === 0
      ? `The user group @${data.handle} was left as it is: nobody on call is linked.`
      : `The user group @${data.handle} was set to ${data.personIds.map((personId) => names.person(personId)).join(', ')}.`,
  ConnectionAnswersEnded: ({ data }) => `What was sent through the removed connection ${data.name} can’t be answered any more.`,
  SmsPartsExceeded: ({ data }) => `${count(data.parts, 'part')} of SMS were sent on ${data.day} (UTC): the owners are told.`,
};

const endWords = {
  done: 'Follow-up completed',
  unneeded: 'No follow-up needed',
  expired: 'Follow-up skipped: too late',
} as const;

/** `person invited`: by its type alone, because loading the contracts of all events for a sentence would be too much. */
const inWords = (type: string): string =>
  type
    .replace(/Asked$/, 'Requested')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

export const organisationSentences: Sentences<
  | keyof typeof redactionEvents
  | keyof typeof organisationEvents
  | keyof typeof logEvents
  | keyof typeof reactorEvents
  | keyof typeof effectEvents
  | keyof typeof sealEvents
  | keyof typeof exportedFileEvents
> = {
  LogOpened: () => 'The event log was created.',
  OrganisationSetUp: ({ data }) =>
    `${text(data.owner.name)} set up ${data.name}, with the team ${data.team.name} and the service ${data.service.name}.`,
  PublicAddressChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} changed the public address to ${data.url}.`,
  OrganisationRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} renamed the organisation to ${data.name}.`,
  OrganisationTimeZoneChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the organisation’s time zone to ${data.timeZone}.`,
  DefaultHolidayCalendarChosen: ({ data, meta }, names) =>
    data.calendarId === null
      ? `${names.actor(meta.actor)} removed the default holiday calendar.`
      : `${names.actor(meta.actor)} set the default holiday calendar.`,
  CalendarFeedsSwitched: ({ data, meta }, names) => `${names.actor(meta.actor)} switched calendar feeds ${data.on ? 'on' : 'off'}.`,
  RawBodyRetentionChanged: ({ data, meta }, names) =>
    data.days === 0
      ? `${names.actor(meta.actor)} switched off destroying raw bodies.`
      : `${names.actor(meta.actor)} set raw bodies to be destroyed after ${count(data.days, 'day')}, rounded up to the month.`,
  ListedDaysChanged: ({ data, meta }, names) =>
    data.days === 0
      ? `${names.actor(meta.actor)} set resolved alert groups to stay in the lists for ever.`
      : `${names.actor(meta.actor)} set resolved alert groups to leave the lists after ${count(data.days, 'day')}, rounded up to the month.`,
  OldAlertGroupsUnlisted: ({ data }) => `Alert groups that were over before ${data.before} left the lists. They are still in the history.`,
  RawBodiesDestroyed: ({ data }) => `Raw bodies received before ${data.before} were destroyed.`,
  ClosingByAgeChanged: ({ data, meta }, names) =>
    data.days === 0
      ? `${names.actor(meta.actor)} switched off closing inactive alert groups.`
      : `${names.actor(meta.actor)} set inactive alert groups to close after ${count(data.days, 'day')}.`,
  StoreRestored: ({ data }) =>
    data.isCopiedFolder
      ? `The data folder was copied or moved; it was last used at ${dayAndTime(data.backupAt)}${hadWords(data.had)}. Sending is paused.`
      : `The store was restored from the backup of ${dayAndTime(data.backupAt)}${hadWords(data.had)}. Sending is paused.`,
  StoreWentLive: ({ meta }, names) => `${names.actor(meta.actor)} pressed “Go live here”. Sending resumed.`,
  FileExported: ({ data, meta }, names) => {
    const who = names.actor(meta.actor);
    const because = data.comment === undefined ? '' : `: ${textOrErased(data.comment)}`;
    if (data.of.kind === 'person') return `${who} exported an evidence pack of the nights of ${names.person(data.of.personId)}${because}.`;
    if (data.of.kind === 'quarter') {
      const of = data.of.teamId === null ? 'all teams' : names.team(data.of.teamId);
      return `${who} exported an evidence pack of ${data.of.quarter} of ${of}, ${data.names ? 'with names' : 'without names'}.`;
    }
    const what = data.of.kind === 'film' ? 'the film' : 'an evidence pack';
    const people = count(data.people.length + data.morePeople, 'person', 'people');
    return `${who} exported ${what} of an alert group as a file, ${data.names ? 'with names' : 'without names'}: ${people} in it.`;
  },
  TextRedacted: ({ data, meta }, names) => `${names.actor(meta.actor)} redacted a text in event ${data.ordinal}.`,
  EffectEnded: ({ data }) => `${endWords[data.outcome]}: ${inWords(data.type)}.`,
  ReactorProgressed: () => 'The reactor saved its checkpoint.',
  SealingKeyIntroduced: ({ data }) => `From here on seals are signed by the key ${data.keyId}.`,
  LogAnchored: ({ data }) => `The first ${data.size} events of the history were ${anchorVerbs[data.kind]} ${data.host}.`,
  LogSealed: ({ data }) => `The first ${data.note.split('\n')[1] ?? ''} events of the history were sealed.`,
  ClockSteppedForward: ({ data }) =>
    `A server’s clock was set forward by ${span(Date.parse(data.to) - Date.parse(data.from))}, to ${dayAndTime(data.to)}.`,
  ClockSteppedBack: ({ data }) =>
    `The server’s clock was set back by ${span(Date.parse(data.from) - Date.parse(data.to))}, to ${dayAndTime(data.to)}.`,
  ReactionFailed: ({ data }) =>
    `A ${data.kind} failed ${data.tries} times and was abandoned: ${data.what}${data.command ? ` (${data.command})` : ''}, ${data.reason}.${data.replaced ? ' An alert group without alerts was opened instead.' : ''}`,
  ReactionRetryAsked: ({ data, meta }, names) => `${names.actor(meta.actor)} retried ${count(data.failures.length, 'failed reaction')}.`,
  ReactorStarted: ({ data }) =>
    data.awayFrom ? `Tocsin started. It was down from ${dayAndTime(data.awayFrom)}.` : 'Tocsin started to route and page.',
};
