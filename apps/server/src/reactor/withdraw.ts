import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { readable } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { AlertGroupState, Attempt, Existing, Page } from '@tocsin/domain/alert-groups/state.js';
import type { PublicAddress } from '../core/public-address.js';
import type { Core } from '../core/core.js';
import type { PushChannel } from '../deliveries/push-channel.js';
import { shownTitle } from '../deliveries/shown-title.js';
import { methodOf } from './method-of.js';

export interface WithdrawParts {
  readonly core: Core;
  readonly push: PushChannel;
  readonly address: PublicAddress;
}

const saysOf = (group: Existing, page: Page, core: Core): string => {
  if (group.status === 'resolved') return 'It is over.';
  if (group.status === 'firing') return page.state === 'answered' ? 'You are here.' : 'You are not paged any more.';
  if (group.holder.kind !== 'person') return 'It is in hand.';
  return group.holder.personId === page.personId
    ? 'You have it.'
    : `${readable(core.reads.people.get(group.holder.personId)?.name)} has it.`;
};

const mayLie = ({ kind, state }: Attempt): boolean => kind === 'push' && (state === 'sent' || state === 'delivered' || state === 'read');

/** A page that a newer one took the place of is replaced by that one. */
const isFollowed = (group: Existing, { personId, pageId }: Page): boolean =>
  Object.values(group.pages).some((other) => other.personId === personId && other.pageId !== pageId && other.state === 'running');

/** Silences the notifications of a page that has ended. Nothing rings when it does not work: they end by themselves. */
export const withdraw = async (parts: WithdrawParts, groupId: string, pageId: string): Promise<void> => {
  const { core, push, address } = parts;
  const group = (await core.runner.state('alertGroup', groupId)) as AlertGroupState;
  const page = group.status === 'none' ? undefined : group.pages[pageId];
  if (group.status === 'none' || !page || page.state === 'running' || page.quiet || isFollowed(group, page)) return;
  const { number } = group;
  const title = await shownTitle(core, group);
  const groupLink = `${address.url()}/alerts/${number}`;
  const over = { groupId, number, title, groupLink, says: saysOf(group, page, core), close: page.state === 'answered' };
  for (const contactMethodId of new Set(
    Object.values(page.attempts)
      .filter(mayLie)
      .map((attempt) => attempt.contactMethodId),
  )) {
    const method = methodOf(core, page.personId, contactMethodId);
    const outcome = method && (await push.withdraw(over, method, limits.sendDeadline));
    if (outcome && !outcome.ok && outcome.reason !== 'delivery.subscription_gone') {
      core.troubles.note('push', new Error(`A notification was not taken back: ${outcome.reason}`));
    }
  }
};

/** What ends a page. */
export const withdrawOn =
  (parts: WithdrawParts) =>
  ({ data }: RecordedOf<'PageCancelled' | 'PageAnswered'>): Promise<void> =>
    withdraw(parts, data.groupId, data.pageId);
