import { readablePersonal } from '@tocsin/contracts/ids.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { limits } from '@tocsin/contracts/limits.js';
import { alertGroupDecider } from '@tocsin/domain/alert-groups/decider.js';
import { hasHandedOn } from '@tocsin/domain/alert-groups/shared/linked.js';
import { pageOf, type Attempt, type ExistingGroup, type Page } from '@tocsin/domain/alert-groups/state.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { Channel, ChannelOutcome } from '../deliveries/channel.js';
import { bundleTag } from '../deliveries/push-wording.js';
import { visibleTitle } from '../deliveries/visible-group.js';
import { stillOpenOf } from '../deliveries/bundle-members.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import { methodOf } from '../deliveries/contact-method.js';

/** The fields that all events about a page have. */
export interface PageReference {
  readonly groupId: string;
  readonly pageId: string;
}

type AttemptFailure = Extract<ChannelOutcome, { ok: false }>;

export interface WithdrawDependencies {
  readonly server: ReactorServerParts;
  readonly channels: Readonly<Record<ContactKind, Channel>>;
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
  contactTraits[kind].withdraws && (state === 'sent' || state === 'delivered' || state === 'read');

/** Whether a newer page replaced this one: its notification then replaces this page’s, too. */
const isFollowed = (group: ExistingGroup, { personId, pageId }: Page): boolean =>
  group.pages.some((other) => other.personId === personId && other.pageId !== pageId && other.state === 'running');

/**
 * Whether the notification stays: a newer page replaces it, or its storm continues in another group. That group does not repeat a delivered message,
 * so “Resolved” would be the last that its person sees.
 */
const isStillTrue = (server: ReactorServerParts, group: ExistingGroup, page: Page): boolean =>
  isFollowed(group, page) || hasHandedOn(group, server.reads);

/** The last attempt by one method that was shown. */
const lastAttemptBy = ({ attempts }: Page, contactMethodId: string): Attempt | undefined =>
  Object.values(attempts).findLast((attempt) => attempt.contactMethodId === contactMethodId && isShown(attempt));

/** The notification also lists other pages that are still open: it stays. */
const isSharedStill = (server: ReactorServerParts, page: Page, contactMethodId: string): boolean => {
  const attempt = lastAttemptBy(page, contactMethodId);
  return attempt?.isBundled === true && stillOpenOf(server, { personId: page.personId, bundleId: attempt.ring! }) > 0;
};

const failedOutcome = (server: ReactorServerParts, failures: readonly AttemptFailure[]): EffectOutcome => {
  for (const { reason } of failures) server.troubles.note('push', new Error(`A notification could not be withdrawn: ${reason}`));
  const after = failures.map(({ retryAfter }) => retryAfter ?? 0);
  const { reason } = failures[0]!;
  return { kind: 'failed', reason, retry: failures.some(({ retry }) => retry), retryAfter: Math.max(limits.retryEvery, ...after) };
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
  const ids = new Set(
    Object.values(page.attempts)
      .filter(isShown)
      .map(({ contactMethodId }) => contactMethodId),
  );
  const methods = [...ids]
    .flatMap((id) => methodOf(server, page.personId, id) ?? [])
    .filter(({ contactMethodId }) => !isSharedStill(server, page, contactMethodId));
  if (methods.length === 0) return { kind: 'unneeded' };
  const { number } = group;
  const title = await visibleTitle(server, group);
  const groupLink = `${address.url()}/alerts/${number}`;
  const end = { groupId, number, title, groupLink, says: sentenceOf(group, page, server), close: page.state === 'answered' };
  const outcomes = await Promise.all(
    methods.flatMap((method) => {
      const { contactMethodId, kind } = method;
      const tag = lastAttemptBy(page, contactMethodId)?.isBundled ? { tag: bundleTag(page) } : {};
      return channels[kind].withdraw?.({ ...end, ...tag }, method, contactTraits[kind].deadline) ?? [];
    }),
  );
  const failures = outcomes.filter((outcome): outcome is AttemptFailure => !outcome.ok && outcome.reason !== 'delivery.subscription_gone');
  return failures.length === 0 ? { kind: 'done' } : failedOutcome(server, failures);
};
