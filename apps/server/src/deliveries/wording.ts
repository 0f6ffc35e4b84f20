import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import { seenLabel } from '@tocsin/contracts/routing/seen-label.js';
import { cutText } from '@tocsin/contracts/integrations/sender-words.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { LastNote } from './last-note.js';
import type { PageMessage } from './notes.js';
import { formatRelative, formatWallClock } from './times.js';

const pluralise = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line, at most 60 characters: the sender’s text may contain anything. */
export const shortenTitle = (title: string): string => {
  const line = title.replace(/\s+/g, ' ').trim();
  const graphemes = Array.from(characters.segment(line), ({ segment }) => segment);
  if (graphemes.length <= alertGroupLimits.titleCharacters) return line;
  const start = graphemes.slice(0, alertGroupLimits.titleCharacters - 1).join('');
  return `${start.trimEnd()}…`;
};

const isTest = (message: PageMessage): boolean => message.test || message.cause.kind === 'test';

/** The urgency mark, or its replacement where nothing has to be done. */
export const mark = (message: PageMessage): string => {
  if (message.cause.kind === 'resolved') return '✓';
  return message.urgency === 'high' ? '‼' : '○';
};

const holderFirst: Readonly<Record<string, string>> = {
  ack_timeout: 'Firing again: you did not renew your acknowledgement in time.',
  unsuppressed: 'Nothing mutes it any more and it is still firing.',
  snooze_ended: 'Your snooze ended and it is still firing.',
  news: 'Firing again with a new alert. It was assigned to you.',
  heard_again: 'Its source reports it again. It was assigned to you.',
};

type CauseWording = { [K in PageCause['kind']]: (cause: Extract<PageCause, { kind: K }>, message: PageMessage) => string };

const lostDeviceText = (message: PageMessage): string =>
  `${message.lostDevice ? `Push to ${message.lostDevice}` : 'Push to one of your devices'} no longer works: the browser revoked its permission or the app was removed. Add the device again.`;

const lostAddressTexts: Readonly<Record<NonNullable<PageMessage['lostAddress']>, string>> = {
  email:
    'A mail to one of your e-mail addresses came back, so it is not used any more. Check it in your contact methods, or remove it and add it again.',
  phone: 'The provider refuses messages to your phone number, so it is not used any more. Check it in your contact methods.',
  member: 'Your account in a chat can’t be reached any more, so it is not used. Check it in your contact methods.',
  userKey: 'Pushover doesn’t know your user key, so it is not used any more. Check it in your contact methods.',
  hook: 'An incoming webhook of yours was deleted or switched off in the chat, so it is not used any more. Make a new one there, and add it again.',
  topic:
    'A push server refused to publish to your topic, so it is not used any more. Check its access token, then remove the contact method and add it again.',
};

const sentences: CauseWording = {
  escalation: (cause) => (cause.round > 1 ? `No one acknowledged yet. Repeat ${cause.round - 1} of the policy.` : ''),
  holder_first: (cause) => holderFirst[cause.because] ?? 'Firing again. It was assigned to you.',
  exhausted: (cause) => `No one acknowledged. Everyone in the policy was paged; you are paged as ${cause.role}.`,
  person: ({ reassigns }, { askedBy }) =>
    reassigns
      ? `${askedBy ?? 'Someone'} asks you to take over. Acknowledge to accept, within 5 minutes.`
      : `${askedBy ?? 'Someone'} asks you to help.`,
  reminder: () => 'Still working on it? Without an answer, you are paged again.',
  update: (cause) =>
    `${pluralise(cause.fingerprints.length + (cause.more ?? 0), 'new alert', 'new alerts')} in an alert group assigned to you. No action needed.`,
  resolved: ({ quietSince }, { now }) =>
    quietSince === undefined
      ? 'Resolved. No action needed.'
      : `Closed: no action and no alert for ${pluralise(Math.floor(millisBetween(quietSince, now) / duration.day), 'day', 'days')}. Reopens if its source reports it again.`,
  not_accepted: () => 'Your reassignment was not accepted in time. It is still assigned to you.',
  method_gone: (_, message) => (message.lostAddress ? lostAddressTexts[message.lostAddress] : lostDeviceText(message)),
  test: () => '',
};

/** Late enough to mention, or sent in place of several missed attempts. */
export const isLate = ({ dueAt, missedTimes: missed, now }: PageMessage): boolean =>
  millisBetween(dueAt, now) > alertGroupLimits.rewordOlderThan || missed.length > 0;

const lateness = (message: PageMessage): string => {
  if (!isLate(message)) return '';
  const { dueAt, missedTimes: missed, now, timeZone } = message;
  const more = missed.length > 0 ? `, and ${pluralise(missed.length, 'more time', 'more times')} since` : '';
  return `Late: it was due ${formatRelative(dueAt, now)} (${formatWallClock(dueAt, timeZone)})${more}.`;
};

export const testNote = (message: PageMessage): readonly string[] =>
  message.drill ? ['This is a drill: nothing is broken. A real page ends it.'] : isTest(message) ? ['This is a test.'] : [];

/** Why this person is paged and what is unusual about it, one sentence each; empty for the usual case. */
export const reasons = (message: PageMessage): string[] => {
  const { cause } = message;
  // the compiler can't see that key and value of the table belong together
  const sentence = (sentences[cause.kind] as (cause: PageCause, message: PageMessage) => string)(cause, message);
  return [...testNote(message), lateness(message), sentence, message.awayNote ?? ''].filter((text) => text !== '');
};

export const listPeople = (names: readonly string[]): string => {
  const firstNames = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${firstNames} and ${names.length - 5} more` : firstNames;
};

/** The facts, one line each: service, since when, how many alerts, whether the sender truncated its list, who else is being paged. */
export const facts = (message: PageMessage): string[] => {
  const { serviceName, since, now, timeZone, alerts, firing, cutList, othersPaged, cause } = message;
  const verb = cause.kind === 'resolved' ? 'Fired from' : 'Firing since';
  const count = pluralise(alerts, 'alert', 'alerts');
  return [
    serviceName ?? '',
    `${verb} ${formatWallClock(since, timeZone)} (${formatRelative(since, now)})`,
    cause.kind === 'resolved' || firing === alerts ? count : `${count}, ${firing} firing`,
    cutList && cause.kind !== 'resolved' ? cutText(cutList, firing) : '',
    othersPaged.length > 0 ? `Also paged: ${listPeople(othersPaged)}` : '',
  ].filter((line) => line !== '');
};

/** Labels that are of little use to people, or repeat the page’s text. */
const dullLabels = /^(__.*|alertname|alertgroup|severity|priority|urgency|prometheus|prometheus_replica|monitor|receiver|replica)$/;
/** The most useful labels for locating the problem, in this order. */
const informativeLabels = ['environment', 'env', 'cluster', 'region', 'namespace', 'service', 'job', 'instance', 'host', 'node', 'pod'];
const rank = (label: string): number => (informativeLabels.includes(label) ? informativeLabels.indexOf(label) : informativeLabels.length);

/** Common labels that add to the title, most useful first. */
export const selectLabels = (labels: Readonly<Record<string, string>>, title: string): [label: string, value: string][] =>
  Object.entries(labels)
    .filter(([label, value]) => !dullLabels.test(label) && value !== '' && !title.includes(value))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .slice(0, alertGroupLimits.pageLabels);

const cutToLength = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).trimEnd()}…` : text;

/** The last note about an alert, cut. */
export const noteLine = ({ text, by, number }: LastNote): string =>
  `Last note (#${number}, ${by}): ${cutToLength(text.replace(/\s+/g, ' '), alertGroupLimits.pageNoteCharacters)}`;

/** Details from the source besides the title, one line or paragraph each: differing labels, description, common labels, and the source. */
export const details = ({
  about,
  lastNote,
  sourceName,
  title,
  alerts,
}: Pick<PageMessage, 'about' | 'lastNote' | 'sourceName' | 'title' | 'alerts'>): string[] => {
  const more = alerts - about.examples.length;
  const labels = selectLabels(about.labels, title);
  return [
    lastNote ? noteLine(lastNote) : '',
    ...about.examples.map((example) => `• ${cutToLength(example.replace(/\s+/g, ' '), alertGroupLimits.pageExampleCharacters)}`),
    about.examples.length > 0 && more > 0 ? `and ${more} more` : '',
    cutToLength(about.description ?? '', alertGroupLimits.pageDescriptionCharacters),
    labels.map(([label, value]) => `${label}=${cutToLength(value, alertGroupLimits.pageExampleCharacters)}`).join(' · '),
    sourceName === null ? '' : `From ${sourceName}`,
  ].filter((line) => line !== '');
};

/** The same, behind the runbook, for channels that show no other links. */
export const detailsWithRunbook = (message: PageMessage): string[] => {
  const runbook = message.about.links.find(({ kind }) => kind === 'runbook');
  return [...(runbook ? [`Runbook: ${runbook.href}`] : []), ...details(message)];
};

/** Links to further information: runbooks first, no images. */
export const links = ({ about }: PageMessage): readonly { readonly label: string; readonly href: string }[] =>
  about.links
    .filter(({ kind }) => kind !== 'image')
    .slice(0, alertGroupLimits.pageLinks)
    .map(({ kind, href, text }) => ({ label: text || `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`, href }));

/** `‼ #1042 Disk is full` */
export const headline = (message: PageMessage): string => `${mark(message)} #${message.number} ${shortenTitle(message.title)}`;

const asks: Readonly<Record<PageCause['kind'], string>> = {
  escalation: 'Acknowledge',
  holder_first: 'Acknowledge',
  exhausted: 'Acknowledge',
  person: seenLabel,
  reminder: 'Still on it',
  update: 'See new alerts',
  resolved: 'View alert group',
  not_accepted: 'View alert group',
  method_gone: 'Check contact methods',
  test: 'Acknowledge',
};

/** The main button and its link. A resolved page links to the group, because page links end with the page. */
export const button = (message: PageMessage): { readonly label: string; readonly link: string } => ({
  label: message.cause.kind === 'person' && message.cause.reassigns ? 'Acknowledge' : asks[message.cause.kind],
  link: linkOf(message),
});

const linkOf = ({ cause, link, groupLink, meLink }: PageMessage): string =>
  cause.kind === 'resolved' ? groupLink : cause.kind === 'method_gone' ? meLink : link;

/**
 * The page as plain text, in this order: mark, number, title, (why), service, since when, how many alerts, who else, link; then the
 * sender’s text.
 */
export const pageText = (message: PageMessage): string => {
  const { label, link } = button(message);
  const lines = [...links(message).map(({ label: name, href }) => `${name}: ${href}`), ...details(message)];
  const page = [headline(message), ...reasons(message), ...facts(message), `${label}: ${link}`];
  return [...page, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
};

const tails: Readonly<Partial<Record<PageCause['kind'], string>>> = {
  holder_first: 'firing again',
  exhausted: 'not acknowledged',
  reminder: 'still working on it?',
  update: 'new alerts',
  method_gone: 'a device can’t be reached',
};

const tailOf = ({ cause, askedBy }: PageMessage): string | undefined => {
  if (cause.kind === 'person') return `${askedBy ?? 'someone'} asks you to help`;
  if (cause.kind === 'resolved') return cause.quietSince === undefined ? 'resolved' : 'closed';
  return tails[cause.kind];
};

/** The subject line of the mail. */
export const subject = (message: PageMessage): string => {
  const asker = tailOf(message);
  const parts = [headline(message), asker ?? '', message.serviceName ?? ''].filter((part) => part !== '');
  return `${isTest(message) && !message.drill ? 'Test: ' : ''}${parts.join(' · ').replace(/\s+/g, ' ')}`;
};
