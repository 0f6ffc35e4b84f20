import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { PushMessage } from '@tocsin/contracts/contacts/push.js';
import type { Urgency as PushUrgency } from 'web-push';
import { actLabels, actsOf } from '../../deliveries/acts.js';
import { bundleHeadline, bundleLines } from '../../deliveries/bundle-wording.js';
import type { BundleMessage, PageMessage, PageEnd, RingUpdate } from '../../deliveries/notes.js';
import { bundleTag, noticeTag, tagOf, topicOf, updateTopicOf } from '../../deliveries/push-tags.js';
import { button, detailsWithRunbook, facts, headline, reasons, shortenTitle } from '../../deliveries/wording.js';
import type { Rendering } from '../channel.js';

export interface PushBody {
  readonly message: PushMessage;
  readonly urgency: PushUrgency;
  readonly topic: string;
}

/** The path that the service worker opens, at the root of its origin: a prefix in the public address belongs to the proxy in front. */
const pathOf = (link: string): string => /\/(?:p\/[^/]+|alerts\/\d+|me)$/.exec(new URL(link).pathname)![0];

/** As many complete lines as fit: push services limit encrypted messages to 4 KiB. */
const fitLines = (lines: readonly string[]): string => {
  let text = '';
  for (const line of lines) {
    if (Buffer.byteLength(text) + Buffer.byteLength(line) > contactLimits.pushBytes / 2) break;
    text = text === '' ? line : `${text}\n${line}`;
  }
  return text;
};

/** A page as a notification. A resolved page takes the place of “Resolved.”, which its group’s page has come to, but of no page that is open again. */
export const pagePush = (message: PageMessage): Extract<PushMessage, { kind: 'page' }> => ({
  kind: 'page',
  tag: tagOf(message),
  ...(message.cause.kind === 'resolved' ? { endedTag: message.groupId } : {}),
  attemptId: message.attemptId,
  title: headline(message),
  body: fitLines([...reasons(message), ...facts(message), ...detailsWithRunbook(message)]),
  quiet: message.quiet,
  actions: actsOf(message).map((act) => ({ act, title: actLabels[act] })),
  secret: message.link.split('/').at(-1)!,
  opens: pathOf(button(message).link),
});

/**
 * One message for several pages as a notification: it replaces the last one to this person, and says how many groups of that are
 * still open.
 */
export const bundlePush = (message: BundleMessage): Extract<PushMessage, { kind: 'page' }> => ({
  kind: 'page',
  tag: bundleTag(message),
  attemptId: message.first[0]!.attemptId,
  title: bundleHeadline(message),
  body: fitLines(bundleLines(message)),
  quiet: message.quiet,
  actions: message.quiet ? [] : [{ act: 'acknowledge', title: 'Acknowledge all' }],
  secret: message.link.split('/').at(-1)!,
  opens: message.quiet ? '/alerts' : pathOf(message.link),
});

/** Replaces a page that no longer needs an answer. */
export const endPush = ({ replaces, number, title, groupLink, says, close }: PageEnd): PushMessage => ({
  kind: 'over',
  tag: replaces.tag,
  title: `✓ #${number} ${shortenTitle(title)}`,
  body: says,
  close,
  opens: pathOf(groupLink),
});

/** A message that rang, with what waits behind it: shown in its place without a sound. */
export const updatePush = (update: RingUpdate): Extract<PushMessage, { kind: 'page' }> => {
  const message = 'page' in update ? pagePush(update.page) : bundlePush(update.bundle);
  return { ...message, body: `${update.waiting}\n${message.body}`, update: true };
};

const urgencyOf = ({ quiet, urgency }: Pick<PageMessage, 'quiet' | 'urgency'>): PushUrgency =>
  quiet ? 'low' : urgency === 'high' ? 'high' : 'normal';

const withTopic = (message: PushMessage, urgency: PushUrgency): PushBody => ({ message, urgency, topic: topicOf(message.tag) });

export const renderPush: Rendering<PushBody> = {
  page: (note) => withTopic(pagePush(note), urgencyOf(note)),
  bundle: (note) => withTopic(bundlePush(note), urgencyOf(note)),
  end: (note) => withTopic(endPush(note), 'high'),
  notice: ({ subject, lines, about, link }) =>
    withTopic(
      { kind: 'over', tag: noticeTag(about), title: subject, body: fitLines(lines), close: false, opens: new URL(link).pathname },
      'low',
    ),
  // the tag of what it updates and a topic of its own: the push service must not drop the message that rings for it
  update: (note) => {
    const message = updatePush(note);
    return { message, urgency: 'normal', topic: updateTopicOf(message.tag) };
  },
};
