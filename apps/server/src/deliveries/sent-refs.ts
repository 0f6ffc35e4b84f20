import type { BundleMessage, PageMessage, SentRef } from './notes.js';
import { bundleTag, tagOf } from './push-tags.js';

/** A page by one contact method: its repeats have the same, until a new message is due. */
export const pageRef = ({
  groupId,
  cause,
  pageId,
  messageNumber,
}: Pick<PageMessage, 'groupId' | 'cause' | 'pageId' | 'messageNumber'>): SentRef => ({
  tag: tagOf({ groupId, cause }),
  messageId: `${pageId}-${messageNumber}`,
});

export const bundleRef = (message: Pick<BundleMessage, 'personId' | 'quiet' | 'urgency' | 'bundleId'>): SentRef => ({
  tag: bundleTag(message),
  messageId: message.bundleId,
});
