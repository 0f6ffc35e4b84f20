import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { urgencyOf } from '../alerts.js';
import { isSuppressed } from '../aspects/mutes/mutes.js';
import { unsuppress } from '../aspects/mutes/review.js';
import type { InternalCommand } from '../commands.js';
import type { Draft } from '../draft.js';
import { startEscalation } from '../paging/escalation.js';
import { planReturn } from '../storm.js';
import { leaderOf, stormOf } from '../shared/linked.js';
import type { ExistingGroup } from '../state.js';

type NoteLinkedAlertsData = DataOf<InternalCommand, 'NoteLinkedAlerts'>;

const areHigh = ({ group, context }: Draft, { severities, urgencies = [] }: NoteLinkedAlertsData): boolean => {
  if (urgencies.includes('high')) return true;
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  const alerts = severities.map((severity) => ({ severity }));
  return alerts.length > 0 && urgencyOf(alerts, service, context.now) === 'high';
};

/** Of groups that a person or a rule linked, they are news as in one group: also where nothing more is planned, or waits for the end of its alerts. */
const areNews = (group: ExistingGroup, { joins }: NoteLinkedAlertsData): boolean => {
  if (group.status === 'acknowledged') return joins === undefined;
  const isWaiting = !group.climb.next || group.climb.exhausted || (group.ending?.heldUntil ?? null) !== null;
  return stormOf(group) === null && isWaiting;
};

/**
 * Alerts fired in a group that follows this one: the same rule decides whether they are news here, and they are counted
 * while the group is acknowledged.
 */
export const noteLinkedAlerts = (draft: Draft, data: NoteLinkedAlertsData): void => {
  const { groupId: targetGroupId, alerts } = data;
  const { group, context } = draft;
  const { reads } = context;
  if (group.status === 'resolved' || group.links.follows || leaderOf(targetGroupId, reads) !== group.groupId) return;
  // alone in its set it could be muted
  if (isSuppressed(group)) return unsuppress(draft, 'unmuted_alert');
  const isHigh = areHigh(draft, data);
  const isRaised = isHigh && group.urgency === 'low';
  if (!isRaised && !areNews(group, data)) return;
  const number = reads.groups.get(targetGroupId)?.number ?? group.number;
  if (targetGroupId !== group.groupId) {
    const fact = {
      groupId: group.groupId,
      in: { groupId: targetGroupId, number },
      alerts,
      urgency: isRaised ? ('high' as const) : group.urgency,
    };
    draft.add({ type: 'LinkedAlertsFired', data: fact });
  }
  if (group.status === 'firing') startEscalation(draft, 'news');
  else if (isHigh) planReturn(draft);
};
