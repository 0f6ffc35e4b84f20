import { readablePersonal } from '@tocsin/contracts/ids.js';
import { goneReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { hasHandedOn } from '@tocsin/domain/operation/alert-groups/shared/linked.js';
import { pageOf, type Attempt, type ExistingGroup, type Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { ChannelOutcome } from '../channels/channel.js';
import type { ChannelsByKind } from '../channels/channels.js';
import { messageNumberOf } from '../deliveries/message-number.js';
import type { SentRef } from '../deliveries/notes.js';
import { tagOf } from '../deliveries/push-tags.js';
import { bundleRef, pageRef } from '../deliveries/sent-refs.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { methodOf } from '../deliveries/contact-method.js';
import { deadlineOf } from './channel-outcome.js';

/** The fields that all events about a page have. */
export interface PageReference {
  readonly groupId: string;
  readonly pageId: string;
}

type AttemptFailure = Extract<ChannelOutcome, { ok: false }>;

export interface WithdrawDependencies {
  readonly server: ReactorServerParts;
  readonly channels: ChannelsByKind;
  readonly address: DisplayedAddress;
}

const sentenceOf = (group: ExistingGroup, page: Page, server: ReactorServerParts): string => {
  if (group.status === 'resolved') return 'Resolved.';
  if (group.status === 'firing') return page.state === 'answered' ? 'Your own pages have stopped.' : 'You are no longer paged.';
  if (group.holder.kind !== 'person') return 'Acknowledged.';
  return group.holder.personId === page.personId
    ? 'You acknowledged.'
    : `${readablePersonal(server.reads.people.get(group.holder.personId)?.name)} acknowledged.`;
};

const isShown = ({ kind, state }: Attempt): boolean =>
  contactTraits[kind].replaces !== 'none' && (state === 'sent' || state === 'delivered' || state === 'read');

/** Whether a newer page replaced this one: its notification then replaces this page’s, too. */
const isFollowed = (group: ExistingGroup, page: Page): boolean =>
  group.pages.some(
    (other) => other.personId === page.personId && other.pageId !== page.pageId && isOpen(other) && isReplacing(group, other, page),
  );

const isOpen = ({ state, quiet }: Page): boolean => state === 'running' && !quiet;

const isReplacing = ({ groupId }: ExistingGroup, { cause }: Page, page: Page): boolean =>
  tagOf({ groupId, cause }) === tagOf({ groupId, cause: page.cause });

/**
 * Whether the notification stays: a newer page replaces it, or its storm continues in another group. That group does not repeat a delivered message,
 * so “Resolved” would be the last that its person sees.
 */
const isStillTrue = (server: ReactorServerParts, group: ExistingGroup, page: Page): boolean =>
  isFollowed(group, page) || hasHandedOn(group, server.reads);

/** The attempts by one method that were shown. */
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

interface Replacement {
  readonly method: Method;
  readonly ref: SentRef;
}

/** What is still shown of a page, by each of its methods. */
const replacementsOf = (server: ReactorServerParts, group: ExistingGroup, page: Page): readonly Replacement[] => {
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

const failedOutcome = (server: ReactorServerParts, failures: readonly AttemptFailure[]): EffectOutcome => {
  for (const { reason } of failures) server.troubles.note('push', new Error(`A notification could not be withdrawn: ${reason}`));
  const after = failures.map(({ retryAfter }) => retryAfter ?? 0);
  const { reason } = failures[0]!;
  return {
    kind: 'failed',
    reason,
    retry: failures.some(({ retry }) => retry),
    retryAfter: Math.max(alertGroupLimits.retryEvery, ...after),
  };
};

/** Milliseconds for which a provider of these methods still wants to be left alone: this is not urgent. */
const pauseOf = ({ reads, clock }: ReactorServerParts, { personId }: Page, to: readonly Replacement[]): number => {
  const pauses = reads.rings.get(personId)?.pauses ?? {};
  const now = clock.now();
  return Math.max(0, ...to.map(({ method }) => millisBetween(now, pauses[method.contactMethodId] ?? now)));
};

/**
 * Silences the notifications of a page that has ended; a repeat leaves them silent. Notifications that can’t be reached expire by
 * themselves.
 */
export const withdraw = async (dependencies: WithdrawDependencies, { groupId, pageId }: PageReference): Promise<EffectOutcome> => {
  const { server, channels, address } = dependencies;
  const group = await server.runner.readState(alertGroupDecider, groupId);
  const page = group.status === 'none' ? undefined : pageOf(group, pageId);
  if (server.held || group.status === 'none' || !page || page.state === 'running' || page.quiet || isStillTrue(server, group, page))
    return { kind: 'unneeded' };
  const replacements = replacementsOf(server, group, page);
  if (replacements.length === 0) return { kind: 'unneeded' };
  const { number } = group;
  const title = await visibleTitle(server, group);
  const groupLink = `${address.url()}/alerts/${number}`;
  const end = { number, title, groupLink, says: sentenceOf(group, page, server), close: page.state === 'answered' };
  const pause = pauseOf(server, page, replacements);
  if (pause > 0) return { kind: 'failed', reason: 'delivery.throttled', retry: true, retryAfter: pause };
  const outcomes = await Promise.all(
    replacements.map(({ method, ref }) =>
      channels[method.kind].deliver('end', { ...end, replaces: ref }, method, { deadlineMs: deadlineOf(method.kind) }),
    ),
  );
  const failures = outcomes.filter((outcome): outcome is AttemptFailure => !outcome.ok && !goneReasons.has(outcome.reason));
  return failures.length === 0 ? { kind: 'done' } : failedOutcome(server, failures);
};
