import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { isSameCutList } from '@tocsin/contracts/cut-list.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertNameKeyOf } from '../../rules/alert-key.js';
import { findAlert, listAlerts } from './alert-table.js';
import { acknowledge } from './acts/acknowledge.js';
import { planTimeout } from './acts/timeout.js';
import { toWorstAlert, urgencyOf } from './alerts.js';
import { stayOpen } from './aspects/closing/review.js';
import { noteFlapping, doesFlapByChange } from './aspects/flaps/note-flapping.js';
import { pageForFlap, pageWhileFlapping } from './aspects/flaps/page-while-flapping.js';
import { resolveBySender } from './aspects/flaps/stay-open.js';
import { openingUrgencyAmong, urgencyAmong } from './aspects/mutes/counting.js';
import { unmutedOf } from './aspects/mutes/judge-mutes.js';
import type { InternalCommand } from './commands.js';
import { Draft } from './draft.js';
import { endStorm, goOnCounting, leaveOut, resume } from './ending.js';
import { withExamples } from './examples.js';
import { currentTitleOf, titleWith } from './group-title.js';
import type { DecisionFunction } from './internal-act.js';
import { followLeader } from './linked/align.js';
import { startEscalation } from './paging/escalation.js';
import { planPosts } from './paging/webhook-calls.js';
import { pageForNews } from './paging/page-for-news.js';
import { markHeard } from './stale.js';
import type { ExistingGroup } from './state.js';
import { followsOf, isStorm, pageForStorm } from './storm.js';

type Signal = DataOf<InternalCommand, 'ApplySignal'>;

const firingAlertsOf = (state: ExistingGroup) => listAlerts(state.alerts).filter((alert) => alert.firing);

type NewsKind = FactOf<'AlertsFired'>['news'];

/** Whether alerts with these names, and this urgency, must page: they raise the urgency, or bring a new name. */
const judgeNews = ({ group }: Draft, names: readonly string[], urgency: Urgency): NewsKind => {
  if (group.urgency === 'low' && urgency === 'high') return 'raises_urgency';
  if (isStorm(group)) return null;
  const knownNames = new Set(group.names);
  return names.some((name) => !knownNames.has(name)) ? 'new_name' : null;
};

/** Alerts that begin to fire, or get worse. */
export const addFired = (draft: Draft, { fired, signal }: Pick<Signal, 'fired' | 'signal'>, isOver: boolean): NewsKind => {
  const before = draft.group;
  const keys = new Set(fired.map(({ fingerprint }) => fingerprint));
  const all = [...firingAlertsOf(before).filter(({ fingerprint }) => !keys.has(fingerprint)), ...fired];
  // muted alerts count for neither urgency nor news
  const counting = unmutedOf(before, fired, draft.context);
  const newsKind = judgeNews(draft, counting.map(alertNameKeyOf), urgencyAmong(before, counting, draft.context));
  draft.add({
    type: 'AlertsFired',
    data: {
      groupId: before.groupId,
      signal,
      alerts: fired.map((alert) => ({ ...alert })),
      news: isOver ? null : newsKind,
      // urgency never falls while the group is open; a new opening starts with what fires
      urgency: isOver ? openingUrgencyAmong(before, all, draft.context) : newsKind === 'raises_urgency' ? 'high' : before.urgency,
      title: titleWith(draft, all),
      ...followsOf(before),
    },
  });
  return newsKind;
};

/** Alerts beyond those that the group lists. Of counted alerts only the names and the worst severity are known. */
const addCounted = (draft: Draft, countedAlerts: NonNullable<Signal['counted']>, { signal }: Signal, isOver: boolean): NewsKind => {
  const { groupId, urgency, serviceId } = draft.group;
  const service = serviceId ? draft.context.reads.services.get(serviceId) : undefined;
  const newsKind = judgeNews(draft, countedAlerts.names, urgencyOf(toWorstAlert(countedAlerts), service, draft.context.now));
  const isRaised = newsKind === 'raises_urgency';
  draft.add({
    type: 'AlertsCounted',
    data: {
      groupId,
      signal: signal,
      ...countedAlerts,
      news: isOver ? null : newsKind,
      urgency: isRaised ? 'high' : urgency,
      ...followsOf(draft.group),
    },
  });
  return newsKind;
};

/**
 * The sender’s list is cut, or is complete again. What is missing, and whether it fires, is unknown, so it pages no
 * one.
 */
export const noteCut = (draft: Draft, { signal, cutList }: Pick<Signal, 'signal' | 'cutList'>): void => {
  const { groupId, cutList: before } = draft.group;
  if (cutList !== undefined && !isSameCutList(cutList, before)) draft.add({ type: 'AlertsLeftOut', data: { groupId, signal, cutList } });
};

/** More alerts of a thread that is already in a storm are treated like alerts that join it. */
const fireInStorm = (draft: Draft, data: Signal, isOver: boolean): void => {
  const { fired, counted } = data;
  const newsKinds = [fired.length > 0 ? addFired(draft, data, isOver) : null, counted ? addCounted(draft, counted, data, isOver) : null];
  if (!isOver) pageForStorm(draft, [...fired, ...toWorstAlert(counted)], newsKinds.includes('raises_urgency'));
};

/** Records firing alerts, up to the number that a group lists. News pages people; other alerts are sent to the assignee as a bundled update. */
const fire = (draft: Draft, data: Signal, statusBefore: ExistingGroup['status']): void => {
  const { fired, counted } = data;
  const before = draft.group;
  const isOver = statusBefore === 'resolved';
  if (isStorm(before) || before.links.follows) return fireInStorm(draft, data, isOver);
  noteCut(draft, data);
  const newsKinds = [fired.length > 0 ? addFired(draft, data, isOver) : null, counted ? addCounted(draft, counted, data, isOver) : null];
  noteFlapping(draft);
  if (isOver) return;
  if (draft.group.flaps.flapping) return pageWhileFlapping(draft, newsKinds.includes('raises_urgency'));
  if (newsKinds.some((one) => one !== null)) pageForNews(draft, before, newsKinds.includes('raises_urgency'));
  else planUpdate(draft, before, unmutedOf(before, fired, draft.context));
};

const textOf = ({ name, summary, links, details, labels }: Alert): string =>
  JSON.stringify([name, summary, links, details, Object.entries(labels).toSorted()]);

/** A sender says something else of alerts that fire: its last words are shown, and wake no one. The severity can only rise, by firing anew. */
const reword = (draft: Draft, { reworded = [], signal }: Signal): void => {
  const { group } = draft;
  if (group.status === 'resolved') return;
  const known = new Map(firingAlertsOf(group).map((alert) => [alert.fingerprint, alert]));
  const alerts = reworded.flatMap((alert) => {
    const before = known.get(alert.fingerprint);
    if (!before || textOf(before) === textOf(alert)) return [];
    return [{ ...alert, severity: before.severity, severityWord: before.severityWord }];
  });
  if (alerts.length === 0) return;
  const words = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
  const all = [...known.values()].map((alert) => words.get(alert.fingerprint) ?? alert);
  draft.add({ type: 'AlertsReworded', data: { groupId: group.groupId, signal, alerts, title: titleWith(draft, all) } });
};

/** Plans a message to the person who acknowledged, one for all that fires until then. */
const planUpdate = (draft: Draft, before: ExistingGroup, firedAlerts: Signal['fired']): void => {
  if (firedAlerts.length === 0 || before.status !== 'acknowledged' || before.holder.kind !== 'person' || before.update) return;
  const dueAt = addMillis(draft.context.now, alertGroupLimits.quietUpdateAfter);
  draft.add({ type: 'UpdatePlanned', data: { groupId: before.groupId, dueAt, ...withExamples({ fingerprints: [] }, firedAlerts) } });
};

/** The sender reports everything resolved, after a person had resolved the group. */
const resolveAllAlerts = (draft: Draft, { signal }: Signal): void => {
  const { groupId, counted, cutList } = draft.group;
  const title = currentTitleOf(draft);
  if (counted === 0 && cutList === null && firingAlertsOf(draft.group).length === 0) return;
  draft.add({ type: 'AlertsResolved', data: { groupId, signal: signal, fingerprints: [], title, all: true } });
};

const resolveAlerts = (draft: Draft, { resolved, signal }: Signal): void => {
  const { alerts } = draft.group;
  const open = resolved.filter((key) => findAlert(alerts, key)?.firing);
  if (open.length === 0) return;
  const over = new Set(open);
  const rest = firingAlertsOf(draft.group).filter(({ fingerprint }) => !over.has(fingerprint));
  draft.add({
    type: 'AlertsResolved',
    data: {
      groupId: draft.group.groupId,
      signal,
      fingerprints: open,
      title: draft.group.status === 'resolved' ? currentTitleOf(draft) : titleWith(draft, rest),
    },
  });
};

/** Who had it: while it flaps, an acknowledgement lasts. */
const keptHolder = (draft: Draft, before: ExistingGroup): Holder | null =>
  before.status === 'resolved' && before.by === 'sender' && doesFlapByChange(draft) ? (before.heldBy ?? null) : null;

const reopenByRefire = (draft: Draft, refireSignal: Signal): void => {
  const data = { ...refireSignal, fired: [...refireSignal.fired, ...(refireSignal.resumed ?? [])] };
  const before = draft.group;
  const { groupId, opening } = before;
  const reopening = {
    groupId,
    opening: opening + 1,
    because: 'refire' as const,
    holder: keptHolder(draft, before),
    thread: data.thread,
    ...followLeader(draft),
  };
  draft.add({ type: 'AlertGroupReopened', data: reopening });
  resolveAlerts(draft, data);
  fire(draft, data, 'resolved');
  if (!draft.group.links.follows) pageForRefire(draft, before);
  leaveOut(draft, data);
};

const pageForRefire = (draft: Draft, before: ExistingGroup): void => {
  const isRaised = before.urgency === 'low' && draft.group.urgency === 'high';
  if (draft.group.status === 'acknowledged') {
    if (isRaised) pageWhileFlapping(draft, isRaised);
    if (draft.group.status === 'acknowledged') planTimeout(draft);
  } else if (draft.group.flaps.flapping && before.status === 'resolved') pageForFlap(draft, before);
  else startEscalation(draft, 'refire', { holderFirst: true });
};

/** A repeat shows that the sender is not silent: the group stays open, or is reopened if closing by age came first. */
const noteRepeat = (draft: Draft, data: Signal): void => {
  const { group, context } = draft;
  if (group.status === 'resolved') {
    if (group.quietSince !== undefined) reopenByRefire(draft, data);
  } else if (group.closing?.act === 'close') stayOpen(draft, addMillis(context.now, alertGroupLimits.closing.firstReview));
};

/** Adds alerts that resume but had already been resolved by the timer: they fire like new ones. */
const withOvertaken = (data: Signal, { alerts }: ExistingGroup): Signal => {
  const stillFiring = (data.resumed ?? []).filter(({ fingerprint }) => !findAlert(alerts, fingerprint)?.firing);
  return stillFiring.length === 0 ? data : { ...data, fired: [...data.fired, ...stillFiring] };
};

/** Applies a signal to a resolved group: reopens it, or records the signal. */
const applyToResolved = (draft: Draft, data: Signal, isSenderStillFiring: boolean): void => {
  const isRefire = data.outcome === 'changed' && data.fired.length + (data.resumed?.length ?? 0) > 0;
  if (data.outcome === 'reopened' || isRefire) return reopenByRefire(draft, data);
  if (data.outcome === 'still_firing' && !isSenderStillFiring)
    draft.add({ type: 'SenderStillFiring', data: { groupId: draft.group.groupId, signal: data.signal } });
  noteCut(draft, data);
  if (data.outcome === 'confirmed') resolveAllAlerts(draft, data);
  else resolveAlerts(draft, data);
};

/** Applies a signal to an open group: alerts fire or resolve, or the whole group resolves. */
const applyToOpen = (draft: Draft, data: Signal, state: ExistingGroup): void => {
  resume(draft, data);
  fire(draft, withOvertaken(data, state), state.status);
  if (data.outcome === 'resolved') return resolveBySender(draft, data.signal);
  if (data.outcome === 'confirmed') return resolveAllAlerts(draft, data);
  const doesFlap = doesFlapByChange(draft);
  resolveAlerts(draft, data);
  leaveOut(draft, data);
  endStorm(draft, data.signal, doesFlap);
  goOnCounting(draft, state);
};

export const applySignal: DecisionFunction<'ApplySignal'> = (data, state, context) => {
  if (state.status === 'none') return [];
  const draft = new Draft(state, context);
  if (data.outcome !== 'resolved' && data.outcome !== 'confirmed') markHeard(draft);
  reword(draft, data);
  if (data.outcome === 'repeat') noteRepeat(draft, data);
  else if (state.status === 'resolved') applyToResolved(draft, data, state.senderStillFiring);
  else if (data.outcome !== 'acknowledged') applyToOpen(draft, data, state);
  else if (state.status === 'firing') acknowledge(draft, { kind: 'sender', integrationId: data.integrationId });
  planPosts(draft, data.posts);
  return draft.facts;
};
