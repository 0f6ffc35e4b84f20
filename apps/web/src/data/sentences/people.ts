import type { contactEvents, peopleEvents } from '@tocsin/contracts/people.js';
import { minutesInWords } from '../../ui/times.js';
import { contactWords } from '../words.js';
import { text, type Sentences } from './sentence.js';

export const peopleSentences: Sentences<keyof typeof peopleEvents> = {
  PersonInvited: ({ data, meta }, names) => `${names.actor(meta.actor)} invited ${text(data.name)} as ${data.role}.`,
  PersonJoined: ({ data }) => `${text(data.name)} joined as ${data.role}.`,
  PersonRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} changed a name to ${text(data.name)}.`,
  PersonTimeZoneChanged: ({ data }, names) => `${names.person(data.personId)} is in ${data.timeZone} now.`,
  PersonRoleChanged: ({ data, meta }, names) => `${names.actor(meta.actor)} made ${names.person(data.personId)} ${data.role}.`,
  PersonDisabled: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} disabled ${names.person(data.personId)}${data.replacementId ? `; ${names.person(data.replacementId)} takes their place` : (data.standsIn ?? []).length > 0 ? '; gaps are left where they stood' : ''}.`,
  PersonMadeAuditor: ({ data, meta }, names) => `${names.actor(meta.actor)} made ${names.person(data.personId)} an auditor.`,
  AuditorEnded: ({ data, meta }, names) => `${names.actor(meta.actor)} made ${names.person(data.personId)} no auditor any more.`,
  PersonEnabled: ({ data, meta }, names) => `${names.actor(meta.actor)} enabled ${names.person(data.personId)} again.`,
};

export const contactSentences: Sentences<keyof typeof contactEvents> = {
  ContactMethodAdded: ({ data }, names) => `${names.person(data.personId)} added a contact method: ${contactWords[data.kind]}.`,
  VerificationAsked: ({ data }, names) => `A code was asked for, to verify a contact method of ${names.person(data.personId)}.`,
  VerificationSent: ({ data }, names) => `The code was sent to ${names.person(data.personId)}.`,
  VerificationFailed: ({ data }, names) => `The code for ${names.person(data.personId)} could not be sent: ${data.detail || data.reason}.`,
  ContactMethodVerified: ({ data }, names) => `${names.person(data.personId)} verified a contact method.`,
  ContactMethodRemoved: ({ data }, names) => `A contact method of ${names.person(data.personId)} was removed, with the rules that used it.`,
  NotificationRuleAdded: ({ data }, names) =>
    `${names.person(data.personId)} added a rule for ${data.urgency} urgency: ${data.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(data.delayMinutes)}`}.`,
  NotificationRuleChanged: ({ data }, names) =>
    `${names.person(data.personId)} changed a rule: ${data.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(data.delayMinutes)}`}.`,
  NotificationRuleRemoved: ({ data }, names) => `A rule of ${names.person(data.personId)} was removed.`,
};
