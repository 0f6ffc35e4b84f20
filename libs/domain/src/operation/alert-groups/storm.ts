import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import { limits } from '@tocsin/contracts/limits.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { laterOf, addMillis } from '@tocsin/kernel/time.js';
import { findAlert, listAlerts } from './alert-table.js';
import { titleOf, urgencyOf } from './alerts.js';
import type { InternalCommand } from './commands.js';
import type { Draft } from './draft.js';
import { currentTitleOf } from './group-title.js';
import { followLeader } from './linked/align.js';
import { lastRingAt } from './linked/handover.js';
import { startEscalation } from './paging/escalation.js';
import { planPosts } from './paging/webhook-calls.js';
import { markHeard } from './stale.js';
import type { ExistingGroup } from './state.js';

export const isStorm = ({ origin }: Pick<ExistingGroup, 'origin'>): boolean => origin.kind === 'signal' && origin.storm === true;

/** Whether several threads may be in the group: each ends by its own key. */
export const hasThreads = (group: Pick<ExistingGroup, 'origin'>): boolean =>
  isStorm(group) || (group.origin.kind === 'signal' && group.origin.grouping !== undefined);

type JoinStormData = Extract<InternalCommand, { type: 'JoinStorm' }>['data'];

/**
 * How many characters of alerts, as JSON, one fact about joining may list: far below an append’s limit, even if
 * escaped.
 */
const joinedCharacters = limits.appendBytes / 4;

/** For facts about firing alerts of a group that follows another: the leading group. */
export const followsOf = (group: ExistingGroup): { readonly follows?: string } => {
  const { follows } = group.links;
  return follows ? { follows: follows.leader.groupId } : {};
};

/** Alerts that do not fire here yet, as many as fit into one event: the command is sent again for the rest. */
const nextPart = ({ alerts: groupAlerts }: ExistingGroup, alerts: readonly Alert[]): readonly Alert[] => {
  let room = joinedCharacters;
  const part: Alert[] = [];
  for (const alert of alerts) {
    const knownAlert = findAlert(groupAlerts, alert.fingerprint);
    if (knownAlert?.firing && (knownAlert.startsAt ?? '') >= (alert.startsAt ?? '')) continue;
    room -= JSON.stringify(alert).length;
    if (room < 0 && part.length > 0) break;
    part.push(alert);
  }
  return part;
};

/** Plans that an acknowledged group pages again: at once, or a fixed time after its last loud message. */
export const planReturn = (draft: Draft): void => {
  const { group, context } = draft;
  if (group.status !== 'acknowledged' || group.returns) return;
  const rang = lastRingAt(group);
  // a time in the future comes from a clock that was set back since
  const dueAt = laterOf(context.now, rang === '' || rang > context.now ? '' : addMillis(rang, stormLimits.rings));
  draft.add({ type: 'StormReturnPlanned', data: { groupId: group.groupId, dueAt } });
};

/**
 * While no one has acknowledged, joining alerts are news only when they raise the urgency. An acknowledged group fires again only for high-urgency
 * alerts.
 */
export const pageForStorm = (draft: Draft, firedAlerts: readonly Pick<Alert, 'severity' | 'urgency'>[], isRaised: boolean): void => {
  const { serviceId, status } = draft.group;
  // the group that it follows pages for it
  if (draft.group.links.follows) return;
  const service = serviceId ? draft.context.reads.services.get(serviceId) : undefined;
  if (status === 'firing' && isRaised) startEscalation(draft, 'news');
  else if (firedAlerts.length > 0 && urgencyOf(firedAlerts, service, draft.context.now) === 'high') planReturn(draft);
};

const firingAlertsOf = ({ alerts }: ExistingGroup): readonly Alert[] => listAlerts(alerts).filter(({ firing }) => firing);

/** Alerts join a storm. An alert that was resolved meanwhile fires again. */
export const joinStorm = (draft: Draft, data: JoinStormData): void => {
  const before = draft.group;
  const fired = nextPart(before, data.alerts);
  if (fired.length === 0) return;
  markHeard(draft);
  const { groupId, opening } = before;
  const isOver = before.status === 'resolved';
  if (isOver) {
    const data = { groupId, opening: opening + 1, because: 'refire' as const, holder: null, thread: null, ...followLeader(draft) };
    draft.add({ type: 'AlertGroupReopened', data });
  }
  const service = before.serviceId ? draft.context.reads.services.get(before.serviceId) : undefined;
  const urgency = urgencyOf(isOver ? [...firingAlertsOf(before), ...fired] : fired, service, draft.context.now);
  const isRaised = urgency === 'high' && before.urgency === 'low';
  draft.add({
    type: 'AlertsFired',
    data: {
      groupId,
      signal: data.signal,
      alerts: fired.map((alert) => ({ ...alert })),
      news: isRaised && !isOver ? 'raises_urgency' : null,
      urgency: isOver || isRaised ? urgency : before.urgency,
      title: currentTitleOf(draft),
      joined: data.joined,
      ...followsOf(draft.group),
    },
  });
  if (isOver && !draft.group.links.follows) startEscalation(draft, 'refire', { holderFirst: true });
  else pageForStorm(draft, fired, isRaised);
  planPosts(draft, data.posts);
};

/** More has joined since the acknowledgement: the group fires again, for its holder first, then for everyone. */
export const returnToFiring = (draft: Draft): void => {
  const { group } = draft;
  if (group.status !== 'acknowledged') return;
  const { groupId, holder } = group;
  draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'news', from: holder, ...draft.late } });
  startEscalation(draft, 'news', { holderFirst: holder.kind === 'person' });
};

/** The title of a storm, independent of what joins it. */
export const stormTitleOf = (alerts: readonly Alert[], service: string | undefined): string =>
  service === undefined ? `Alert storm: ${titleOf(alerts, 'many alerts')}` : `Alert storm on ${service}`;
