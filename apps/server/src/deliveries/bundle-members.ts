import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Attempt, Page } from '@tocsin/domain/operation/alert-groups/state.js';
import type { ReactorServerParts } from '../core/server-reach.js';

export interface BundleMember {
  readonly group: OpenGroup;
  readonly page: Page;
  readonly attempt: Attempt;
}

interface BundleReference {
  readonly personId: string;
  readonly bundleId: string;
}

const membersIn = (groups: readonly OpenGroup[], { personId, bundleId }: BundleReference): readonly BundleMember[] =>
  groups.flatMap((group) =>
    group.pages
      .filter((page) => page.personId === personId)
      .flatMap((page) => Object.values(page.attempts).flatMap((attempt) => (attempt.ring === bundleId ? [{ group, page, attempt }] : []))),
  );

/** The pages that were claimed for a bundle, oldest group first: those to be sent, and those that have ended since. */
export const findClaimed = (
  { reads }: Pick<ReactorServerParts, 'reads'>,
  bundle: BundleReference,
): { readonly toSend: readonly BundleMember[]; readonly skipped: readonly BundleMember[] } => {
  const claimedMembers = membersIn(reads.groups.where('calledId', bundle.personId), bundle)
    .filter(({ attempt }) => attempt.state === 'sending')
    .toSorted((a, b) => a.group.number - b.group.number);
  const isToSend = ({ page }: BundleMember): boolean => page.state === 'running';
  return { toSend: claimedMembers.filter(isToSend), skipped: claimedMembers.filter((one) => !isToSend(one)) };
};

/** Why a page left its bundle. */
export const leaveReason = ({ group, page }: BundleMember): DeliveryReason => {
  if (page.endReason?.startsWith('delivery.cancelled_')) return page.endReason;
  return group.status === 'resolved' ? 'delivery.cancelled_by_resolve' : 'delivery.cancelled_by_acknowledge';
};

/** The pages of a message that was shown, as far as they are still unanswered, oldest group first. */
export const membersOfRing = ({ reads }: Pick<ReactorServerParts, 'reads'>, ring: BundleReference): readonly BundleMember[] =>
  membersIn(reads.groups.where('pagedId', ring.personId), ring)
    .filter(({ group, page, attempt }) => group.status === 'firing' && page.state === 'running' && isShown(attempt))
    .toSorted((a, b) => a.group.number - b.group.number);

const isShown = ({ state }: Attempt): boolean => state === 'sent' || state === 'delivered' || state === 'read';

/** The open pages that were sent in one message with a page, by this method; that page too, if it is open. */
export const pagesSentWith = (
  parts: Pick<ReactorServerParts, 'reads'>,
  { groupId, pageId }: { readonly groupId: string; readonly pageId: string },
  contactMethodId: string,
): readonly { readonly groupId: string; readonly pageId: string }[] => {
  const page = parts.reads.groups.get(groupId)?.pages.find((one) => one.pageId === pageId);
  const sent = Object.values(page?.attempts ?? {}).findLast((one) => one.contactMethodId === contactMethodId && isShown(one));
  if (!page || !sent?.isBundled || sent.ring === undefined) return [];
  return membersOfRing(parts, { personId: page.personId, bundleId: sent.ring }).map((one) => ({
    groupId: one.group.groupId,
    pageId: one.page.pageId,
  }));
};

/** Number of unacknowledged groups of a bundle. */
export const stillOpenOf = ({ reads }: Pick<ReactorServerParts, 'reads'>, bundle: BundleReference): number =>
  membersIn(reads.groups.where('pagedId', bundle.personId), bundle).filter(
    ({ group, page }) => group.status === 'firing' && page.state === 'running' && !page.quiet,
  ).length;
