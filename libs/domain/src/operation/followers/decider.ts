import type { FollowerFact, NewsKind } from '@tocsin/contracts/followers/noun.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import * as followerLimits from '@tocsin/contracts/followers/limits.js';
import type { Context, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { isSystem } from '../../rules/permissions.js';
import { groupsOf, isOpen, leaderOf, setOf } from '../alert-groups/shared/linked.js';
import { isSendingNothing } from '../event-subscriptions/shared/sending-since.js';
import { methodFor, wantedBy } from '../notices/shared/wanted.js';
import type { FollowerCommand } from './commands.js';
import { newsIn, type FollowedRow } from './followed-row.js';
import type { FollowerReads } from './reads.js';

interface News {
  readonly groupId: string;
  readonly what: NewsKind;
}

/** Groups that are paged for as one are told as one: the leading one if it is of the service, and its end when the last ends. */
const newsOf = (row: FollowedRow, reads: FollowerReads): readonly News[] => {
  const bySet = new Map<string, News>();
  for (const { groupId, news: what } of newsIn(row)) {
    const group = reads.groups.get(groupId);
    if (what === null || !group) continue;
    const set = setOf(group);
    if (set !== null && what === 'resolved' && groupsOf(set, reads).some(isOpen)) continue;
    const leader = leaderOf(groupId, reads);
    const isOurs = row.groups.some((one) => one.groupId === leader);
    bySet.set(`${set ?? groupId} ${what}`, { groupId: isOurs ? leader : groupId, what });
  }
  return [...bySet.values()];
};

const chosenFor = ({ follows = [] }: ContactRow, serviceId: string): string | null =>
  follows.find((one) => one.serviceId === serviceId)?.contactMethodId ?? null;

/** Only people who may read the service hear of it: everybody who is active may. */
const followersOf = (serviceId: string, reads: FollowerReads): readonly ContactRow[] =>
  reads.contacts.where('followed', serviceId).filter(({ id }) => wantedBy(reads, id, 'followed') !== null);

const notify = (
  { serviceId, dueAt, plannedBy }: FollowerCommand['data'],
  _state: null,
  context: Context<FollowerReads>,
): Decision<FollowerFact> => {
  const { reads } = context;
  const row = reads.followedServices.get(serviceId);
  if (!isSystem(context) || !row?.due || row.due.dueAt !== dueAt || row.due.plannedBy !== plannedBy) return [];
  if (isSendingNothing(reads.sendingSince)) return [];
  const news = newsOf(row, reads);
  const followers = reads.services.get(serviceId)?.state === 'active' ? followersOf(serviceId, reads) : [];
  if (news.length === 0 || followers.length === 0) return [{ type: 'NewsPassedOver', data: { serviceId } }];
  const listed = news.slice(0, followerLimits.newsListed);
  return followers.map((contact) => ({
    type: 'FollowerNotified',
    data: {
      serviceId,
      personId: contact.id,
      contactMethodId: methodFor(contact, chosenFor(contact, serviceId)),
      news: listed.map((one) => ({ ...one })),
      more: news.length - listed.length,
    },
  }));
};

/** Messages to the followers of a service: the stream `followers-<service>`. One event for each follower, so that each is told once. */
export const followersDecider: Decider<null, FollowerCommand, FollowerFact, FollowerReads> = {
  category: 'followers',
  initial: null,
  streamId: { NotifyFollowers: ({ serviceId }) => serviceId },
  decide: { NotifyFollowers: notify },
  evolve: { FollowerNotified: (state) => state, NewsPassedOver: (state) => state },
};
