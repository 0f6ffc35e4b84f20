import type { alertGroupEvents } from '@tocsin/contracts/alert-groups/events.js';
import type { bundleEvents } from '@tocsin/contracts/alert-groups/bundles.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from '../../../data/words/names.js';
import { answerWords, attemptWords, causeWords } from './group-words.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { acceptedWords, clockIn, dueWords, limitWords, messageWords } from './attempt-words.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export type PageFact = Extract<keyof typeof alertGroupEvents, `Page${string}` | `Attempt${string}`>;

/** Notices have no sound and end nothing: `Told Leila it is resolved`. */
const pagedWords = ({ personId, quiet, cause }: FactOf<'PageStarted'>, names: Names): string =>
  causeWords(cause, names).startsWith('notified ')
    ? `Told ${names.person(personId)} ${causeWords(cause, names).replace(/^notified (that )?/, '')}.`
    : `${names.person(personId)} was paged${quiet ? ' quietly' : ''}: ${causeWords(cause, names)}.`;

export const pageSentences: Sentences<PageFact> = {
  PageStarted: ({ data, meta }, names) =>
    data.waits
      ? `${names.person(data.personId)} is paged after their sleep hours, in ${clockIn(data.waits.until, meta.at)}: ${causeWords(data.cause, names)}.`
      : pagedWords(data, names),
  PageAnswered: ({ data }, names) => `${names.person(data.personId)} ${answerWords[data.because]}: their own pages stopped.`,
  PageCancelled: ({ data }, names) => `The page to ${names.person(data.personId)} was cancelled: ${reasonClause(data.reason)}.`,
  PageFailed: ({ data }, names) => `${names.person(data.personId)} could not be reached: ${reasonClause(data.reason)}.`,
  AttemptPlanned: ({ data, meta }, names) =>
    `${messageWords({ kind: data.kind, to: names.message(data).to })} ${dueWords(data.dueAt, meta.at)}${data.because === 'rule' ? '' : ` (${attemptWords[data.because]})`}.`,
  AttemptCancelled: ({ data }, names) =>
    `${messageWords(names.message(data))} ${data.reason === 'delivery.rehearsing' ? 'not sent' : 'cancelled'}: ${reasonClause(data.reason)}.`,
  AttemptWaits: ({ data, meta }, names) =>
    `${messageWords(names.message(data))}: ${data.throttled ? `${limitWords(data.waitsForNumber)}, waiting` : 'waiting'} up to ${clockIn(data.until, meta.at)}${data.throttled ? '' : ' to be sent with other pages in one message'}.`,
  AttemptStarted: ({ data }, names) =>
    `${messageWords(names.message(data))}: sending${data.ring?.overThrottle ? ' over the message limit, because all other contact methods are at theirs' : ''}.`,
  AttemptSent: ({ data }, names) => {
    const message = names.message(data);
    return `${messageWords(message)} ${acceptedWords(message.kind)}.`;
  },
  AttemptDelivered: ({ data }, names) => `${messageWords(names.message(data))} delivered.`,
  AttemptRead: ({ data }, names) => `${messageWords(names.message(data))} read.`,
  AttemptDelayed: ({ data }, names) => `${messageWords(names.message(data))} delayed by a mail server (${data.detail.replace(/\.$/, '')}).`,
  AttemptFailed: ({ data }, names) =>
    `${messageWords(names.message(data))} failed: ${reasonClause(data.reason)}${data.detail && data.reason !== 'delivery.no_open_tab' ? ` (${data.detail.replace(/\.$/, '')})` : ''}${data.retry ? '; retrying' : ''}.`,
  AttemptWentStale: ({ data }, names) => `${messageWords(names.message(data))}: ${reasonClause(data.reason)}.`,
};

const lineWords = { high: 'high urgency', low: 'low urgency', quiet: 'quiet' } as const;

export const bundleSentences: Sentences<keyof typeof bundleEvents> = {
  BundleFormed: ({ data }, names) =>
    `${count(data.members.length, 'page')} to ${names.person(data.personId)} (${lineWords[data.line]}) are sent as one message.`,
  BundlePassedOn: ({ data }, names) =>
    `${count(data.members.length, 'page')} to ${names.person(data.personId)} move to the next contact method: ${reasonClause(data.reason)}.`,
  BundleFilled: ({ data }, names) =>
    data.count === 0
      ? `Nothing was left to send to ${names.person(data.personId)} (${lineWords[data.line]}).`
      : `A message to ${names.person(data.personId)} (${lineWords[data.line]}) includes ${count(data.count, 'page')}.`,
  BundleStarted: ({ data }, names) =>
    data.passedOn
      ? `Pages to ${names.person(data.personId)} (${lineWords[data.line]}) moved to the next contact method.`
      : `A message to ${names.person(data.personId)} (${lineWords[data.line]}) was sent to its provider.`,
};
