import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { urgencyOf } from '../alerts.js';
import type { InternalCommand } from '../commands.js';
import type { Draft } from '../draft.js';
import { startClimb } from '../paging/climb.js';
import { planReturn } from '../storm.js';
import { leaderOf, linksOf } from '../shared/linked.js';

type Noted = DataOf<InternalCommand, 'NoteLinkedAlerts'>;

const areHigh = ({ group, context }: Draft, severities: Noted['severities']): boolean => {
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  const alerts = severities.map((severity) => ({ severity }));
  return alerts.length > 0 && urgencyOf(alerts, service, context.now) === 'high';
};

/**
 * Alerts fired in a group that follows this one: the same rule decides whether they are news here, and they are counted
 * while the group is acknowledged.
 */
export const noteLinkedAlerts = (draft: Draft, { groupId: where, alerts, severities }: Noted): void => {
  const { group, context } = draft;
  const { reads } = context;
  if (group.status === 'resolved' || linksOf(group).follows || leaderOf(where, reads) !== group.groupId) return;
  const isHigh = areHigh(draft, severities);
  const rises = isHigh && group.urgency === 'low';
  if (group.status === 'firing' && !rises) return;
  const number = reads.groups.get(where)?.number ?? group.number;
  if (where !== group.groupId) {
    const data = { groupId: group.groupId, in: { groupId: where, number }, alerts, urgency: rises ? ('high' as const) : group.urgency };
    draft.add({ type: 'LinkedAlertsFired', data });
  }
  if (group.status === 'firing') startClimb(draft, 'news');
  else if (isHigh) planReturn(draft);
};
