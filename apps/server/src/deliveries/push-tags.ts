import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { BundleMessage } from './notes.js';

/**
 * Kinds of messages about a group that are not its page itself: each has a mark, so that none of them replaces a page that is still open. Empty: the page,
 * which continues from step to step and round to round.
 */
const marks = {
  escalation: '',
  holder_first: '',
  exhausted: '',
  test: '',
  person: 'p',
  reminder: 'r',
  update: 'u',
  resolved: 'e',
  not_accepted: 'n',
  method_gone: 'g',
} as const satisfies Readonly<Record<PageCause['kind'], string>>;

/** 32 characters: the first digit of an id is 0 for centuries. */
const withMark = (mark: string, id: string): string => `${mark}${id.replaceAll('-', '').slice(1)}`;

/**
 * The tag of a page’s notification on a device: a newer message with it replaces the older one. Only what the same page later comes to has its tag; a
 * notice about a device has the device’s.
 */
export const tagOf = ({ groupId, cause }: { readonly groupId: string; readonly cause: PageCause }): string => {
  if (cause.kind === 'method_gone') return withMark(marks.method_gone, cause.contactMethodId);
  const mark = marks[cause.kind];
  return mark === '' ? groupId : withMark(mark, groupId);
};

/** News about a service replaces older news about it. */
export const noticeTag = (serviceId: string): string => withMark('f', serviceId);

/** Bundles to one person replace each other, separately for quiet ones and for each urgency. */
export const bundleTag = ({ personId, quiet, urgency }: Pick<BundleMessage, 'personId' | 'quiet' | 'urgency'>): string =>
  withMark(quiet ? 'q' : urgency.slice(0, 1), personId);

/**
 * The `Topic` for a tag (RFC 8030, 5.4): a newer message replaces one with the same topic that the push service has not delivered. At most 32 characters
 * of base64url.
 */
export const topicOf = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/** The topic of an update of what has this tag: it replaces an older update, never the message that rings. */
export const updateTopicOf = (tag: string): string => {
  const topic = topicOf(tag);
  const first = topic.slice(0, 1);
  return `${/[a-z]/.test(first) && first !== 'a' ? first.toUpperCase() : '_'}${topic.slice(1)}`;
};
