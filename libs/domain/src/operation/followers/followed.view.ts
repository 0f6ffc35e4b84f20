import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as followerLimits from '@tocsin/contracts/followers/limits.js';
import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { newsIn, type FollowedGroup, type FollowedRow } from './followed-row.js';

type Change<T extends RecordedFact['type']> = RowChange<FollowedRow, RecordedOf<T>>;

/** News that comes while other news waits is told with it. */
const planned = (row: FollowedRow, { id, meta }: RecordedFact): FollowedRow => {
  if (newsIn(row).length === 0) return row.due === null ? row : { ...row, due: null };
  return row.due ? row : { ...row, due: { dueAt: laterOf(meta.at, row.notBefore), plannedBy: id } };
};

type GroupChange = (group: FollowedGroup) => Partial<FollowedGroup> | undefined;

const changeGroup = (row: FollowedRow, groupId: string, change: GroupChange): FollowedRow => ({
  ...row,
  groups: row.groups.map((group) => (group.groupId === groupId ? { ...group, ...change(group) } : group)),
});

const onGroup = <T extends RecordedFact['type']>(change: GroupChange): Change<T> => ({
  keys: ({ data }, ids) => [...ids.by('group', (data as { groupId: string }).groupId)],
  row: (row, event) => row && planned(changeGroup(row, (event.data as { groupId: string }).groupId, change), event as RecordedFact),
});

const opened: Change<'AlertGroupOpened'> = {
  keys: ({ data: { serviceId, test, rehearses } }) => (serviceId === null || test || rehearses ? [] : [serviceId]),
  row: (row, event) => {
    if (!row) return undefined;
    const group: FollowedGroup = { groupId: event.data.groupId, news: 'opened', isTold: false, isMuted: false };
    return planned({ ...row, groups: [...row.groups, group].slice(-followerLimits.groupsRemembered) }, event);
  },
};

/** Of what they never heard, they need not hear the end. */
const resolve: GroupChange = ({ isTold, isMuted }) => ({ news: isMuted && !isTold ? null : 'resolved' });

const notified: Change<'FollowerNotified'> = {
  keys: ({ data: { serviceId } }) => [serviceId],
  row: (row, { meta }) =>
    row && {
      ...row,
      due: null,
      notBefore: addMillis(meta.at, followerLimits.newsEvery),
      groups: row.groups.map((group) => (group.news === null ? group : { ...group, news: null, isTold: true })),
    },
};

const withoutNews = (row: FollowedRow | undefined): FollowedRow | undefined =>
  row && { ...row, due: null, groups: row.groups.map((group) => (group.news === null ? group : { ...group, news: null })) };

const unfollow = (row: FollowedRow | undefined, personId: string): FollowedRow | null | undefined => {
  const followers = row?.followers.filter((one) => one !== personId) ?? [];
  return row && (followers.length === 0 ? null : { ...row, followers });
};

/** The memory behind messages to followers. */
export const followedView: View<FollowedRow, RecordedFact> = {
  name: 'followedServices',
  hasHistory: false,
  indexes: {
    group: ({ groups }) => groups.map(({ groupId }) => groupId),
    follower: ({ followers }) => followers,
  },
  on: {
    ServiceFollowed: {
      keys: ({ data: { serviceId } }) => [serviceId],
      row: (row, { data: { serviceId, personId } }) => {
        const before = row ?? { serviceId, followers: [], groups: [], due: null, notBefore: '' };
        return before.followers.includes(personId) ? undefined : { ...before, followers: [...before.followers, personId] };
      },
    },
    ServiceUnfollowed: { keys: ({ data: { serviceId } }) => [serviceId], row: (row, { data }) => unfollow(row, data.personId) },
    PersonErased: { keys: ({ data }, ids) => [...ids.by('follower', data.personId)], row: (row, { data }) => unfollow(row, data.personId) },
    AlertGroupOpened: opened,
    AlertGroupAcknowledged: onGroup(({ isMuted, isTold }) => ({ news: isMuted && !isTold ? null : 'acknowledged' })),
    // an acknowledgement that was taken back is no news
    AlertGroupReturnedToFiring: onGroup(({ news, isTold }) => (news === 'acknowledged' ? { news: isTold ? null : 'opened' } : {})),
    AlertGroupResolved: onGroup(resolve),
    AlertGroupReopened: onGroup(() => ({ news: 'opened', isTold: false })),
    AlertGroupSuppressed: onGroup(() => ({ news: null, isMuted: true })),
    AlertGroupUnsuppressed: onGroup(({ isTold }) => ({ isMuted: false, ...(isTold ? {} : { news: 'opened' as const }) })),
    FollowerNotified: notified,
    NewsPassedOver: { keys: ({ data: { serviceId } }) => [serviceId], row: withoutNews },
    ServiceArchived: { keys: ({ data: { serviceId } }) => [serviceId], row: withoutNews },
    // what happened while the store was paused is not told
    StoreWentLive: { keys: (_event, ids) => [...ids.all()], row: withoutNews },
  },
};
