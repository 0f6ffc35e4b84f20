import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { Attempt, ExistingGroup, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { methodOf } from '../deliveries/contact-method.js';
import { messageNumberOf } from '../deliveries/message-number.js';
import type { SentRef } from '../deliveries/notes.js';
import { tagOf } from '../deliveries/push-tags.js';
import { bundleRef, pageRef } from '../deliveries/sent-refs.js';

const isShown = ({ kind, state }: Attempt): boolean =>
  contactTraits[kind].replaces !== 'none' && (state === 'sent' || state === 'delivered' || state === 'read');

/** Whether a newer page replaced this one: its notification then replaces this page’s, too. */
export const isFollowed = (group: ExistingGroup, page: Page): boolean =>
  group.pages.some(
    (other) => other.personId === page.personId && other.pageId !== page.pageId && isOpen(other) && isReplacing(group, other, page),
  );

const isOpen = ({ state, quiet }: Page): boolean => state === 'running' && !quiet;

const isReplacing = ({ groupId }: ExistingGroup, { cause }: Page, page: Page): boolean =>
  tagOf({ groupId, cause }) === tagOf({ groupId, cause: page.cause });

const shownBy = ({ attempts }: Page, contactMethodId: string): readonly Attempt[] =>
  Object.values(attempts).filter((attempt) => attempt.contactMethodId === contactMethodId && isShown(attempt));

type Method = NonNullable<ReturnType<typeof methodOf>>;

/** `bundleId`: null for any bundle. */
const isShownInBundle = (page: Page, contactMethodId: string, bundleId: string | null): boolean =>
  shownBy(page, contactMethodId).some(({ isBundled, ring }) => isBundled === true && (bundleId === null || ring === bundleId));

const isOfLine = (page: Page, { urgency }: Page): boolean => isOpen(page) && page.urgency === urgency;

/**
 * Whether the notification of a bundle by this method must stay, because other pages share it. Where the last bundle replaced those before it, which is
 * `bundleId` null, any open page of one of them counts.
 */
const isShared = ({ reads }: ReactorServerParts, page: Page, contactMethodId: string, bundleId: string | null): boolean =>
  reads.groups
    .where('pagedId', page.personId)
    .some(
      ({ status, pages }) =>
        status === 'firing' &&
        pages.some(
          (other) => other.personId === page.personId && isOfLine(other, page) && isShownInBundle(other, contactMethodId, bundleId),
        ),
    );

/** The messages by one method that end with the page: its own, and its bundles. */
const sentBy = (server: ReactorServerParts, groupId: string, page: Page, { contactMethodId, kind }: Method): readonly SentRef[] => {
  const isLatest = contactTraits[kind].replaces === 'latest';
  return shownBy(page, contactMethodId).flatMap((attempt) => {
    const { isBundled, ring = '' } = attempt;
    if (isBundled !== true) return [pageRef({ ...page, groupId, messageNumber: messageNumberOf(page, attempt) })];
    return isShared(server, page, contactMethodId, isLatest ? null : ring) ? [] : [bundleRef({ ...page, bundleId: ring })];
  });
};

/** The page, and those before it that it replaced: where each message is shown on its own, theirs still are. */
const withEarlier = (group: ExistingGroup, page: Page): readonly Page[] =>
  group.pages.filter(
    (other) => other.pageId === page.pageId || (other.personId === page.personId && !isOpen(other) && isReplacing(group, page, other)),
  );

const idsOfShown = ({ attempts }: Page): readonly string[] =>
  Object.values(attempts)
    .filter(isShown)
    .map(({ contactMethodId }) => contactMethodId);

export interface Replacement {
  readonly method: Method;
  readonly ref: SentRef;
}

/** The messages that are still shown of a page, by each of its methods. */
export const replacementsOf = (server: ReactorServerParts, group: ExistingGroup, page: Page): readonly Replacement[] => {
  const replacements = new Map<string, Replacement>();
  for (const one of withEarlier(group, page))
    for (const contactMethodId of new Set(idsOfShown(one))) {
      const method = methodOf(server, page.personId, contactMethodId);
      if (!method) continue;
      const isLatest = contactTraits[method.kind].replaces === 'latest';
      if (isLatest && one.pageId !== page.pageId) continue;
      for (const ref of sentBy(server, group.groupId, one, method))
        replacements.set(`${contactMethodId} ${isLatest ? ref.tag : ref.messageId}`, { method, ref });
    }
  return [...replacements.values()];
};
