import type { Context, DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { isSameCut } from '@tocsin/contracts/cut-list.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { shownText } from '@tocsin/contracts/redactions.js';
import { plus } from '@tocsin/kernel/time.js';
import { nameKey } from '../rules/alert-key.js';
import { severest, titleOf, urgencyOf, urgencyOfOpening } from './alerts.js';
import { passOn, recordAttempt, recordReceipt } from './paging/attempts.js';
import { joinBundle, startAttempt } from './paging/claiming.js';
import { startClimb, takeAgain } from './paging/climb.js';
import { followPolicy } from './paging/follow-policy.js';
import { followRules } from './paging/follow-rules.js';
import type { InternalCommand } from './commands.js';
import { acknowledge } from './acts/acknowledge.js';
import { resolve } from './acts/resolve.js';
import { isSystem } from '../rules/permissions.js';
import { charactersOf } from '../rules/characters-of.js';
import { Draft } from './draft.js';
import { align, followOr, followsAgain } from './linked/align.js';
import { linksOf } from './shared/linked.js';
import { noteLinkedAlerts } from './linked/noted.js';
import { stayOpen } from './closing.js';
import { endStorm, goOnCounting, holdWhileEnding, leaveOut, resume } from './ending.js';
import { withExamples } from './examples.js';
import { page } from './paging/paging.js';
import { recordCall } from './paging/webhook-calls.js';
import type { GroupReads } from './shared/reads.js';
import { heardAgain } from './stale.js';
import { followsOf, isStorm, joinStorm, pageForStorm, quenchUnder, takeInHand, titleOfStorm } from './storm.js';
import type { AlertGroupState, Existing } from './state.js';

type Ctx = Context<GroupReads>;
type Decide<T extends InternalCommand['type']> = (
  data: DataOf<InternalCommand, T>,
  state: AlertGroupState,
  context: Ctx,
) => Decision<AlertGroupFact>;
type Signal = DataOf<InternalCommand, 'ApplySignal'>;

/** A process’s command about a group in one of these states; in any other, it has been overtaken and nothing is to do. */
const when =
  <D, S extends Existing['status']>(
    statuses: readonly S[],
    decide: (draft: Draft, data: D, state: Extract<Existing, { status: S }>) => void,
  ) =>
  (data: D, state: AlertGroupState, context: Ctx): Decision<AlertGroupFact> => {
    if (state.status === 'none' || !(statuses as readonly string[]).includes(state.status)) return [];
    const draft = new Draft(state, context);
    decide(draft, data, state as Extract<Existing, { status: S }>);
    return draft.facts;
  };

const open: Decide<'OpenAlertGroup'> = (data, state, context) => {
  if (state.status !== 'none') return [];
  const { reads } = context;
  const service = data.serviceId ? reads.services.get(data.serviceId) : undefined;
  const policy = service?.state === 'active' ? reads.policies.get(service.policyId) : undefined;
  const urgency = data.urgency ?? urgencyOfOpening([...data.alerts, ...severest(data.counted)], service, context.now);
  const draft = new Draft(state, context);
  const title = data.alerts.length > 0 ? titleOf(data.alerts, shownText(data.title)) : data.title;
  draft.add({
    type: 'AlertGroupOpened',
    data: {
      groupId: data.groupId,
      number: data.number,
      serviceId: data.serviceId,
      teamId: service?.teamId ?? null,
      origin: data.origin,
      title: isStorm(data) ? titleOfStorm(data.alerts, service?.name) : title,
      urgency,
      test: data.test,
      previousGroupId: data.previousGroupId,
      alerts: [...data.alerts],
      policy: policy && !policy.removed ? { policyId: policy.id, version: policy.version } : null,
      ackTimeoutMinutes: service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[urgency],
    },
  });
  if (data.origin.kind === 'signal' && data.counted) {
    draft.add({
      type: 'AlertsCounted',
      data: { groupId: data.groupId, signal: data.origin.signal, ...data.counted, news: null, urgency },
    });
  }
  if (data.origin.kind === 'signal') noteCut(draft, { signal: data.origin.signal, cutList: data.cutList });
  if (data.origin.kind === 'page') {
    for (const personId of data.origin.personIds) page(draft, personId, { cause: { kind: 'person', by: data.origin.personId }, urgency });
  }
  followOr(draft, () => startClimb(draft, 'opened', { atOnce: charactersOf(data) <= limits.pagedAtOnceCharacters }));
  return draft.facts;
};

const firingNow = (state: Existing) => Object.values(state.alerts).filter((alert) => alert.firing);

type News = FactOf<'AlertsFired'>['news'];

/** Whether somebody must hear of alerts of these names and severities. */
const newsIn = ({ group, context }: Draft, names: readonly string[], alerts: readonly Pick<Alert, 'severity'>[]): News => {
  const service = group.serviceId ? context.reads.services.get(group.serviceId) : undefined;
  if (group.urgency === 'low' && urgencyOf(alerts, service, context.now) === 'high') return 'raises_urgency';
  if (isStorm(group)) return null;
  const known = new Set(group.names);
  return names.some((name) => !known.has(name)) ? 'new_name' : null;
};

/** Alerts that begin to fire, or get worse. */
const addFired = (draft: Draft, { fired, signal }: Signal, isOver: boolean): News => {
  const before = draft.group;
  const service = before.serviceId ? draft.context.reads.services.get(before.serviceId) : undefined;
  const keys = new Set(fired.map(({ fingerprint }) => fingerprint));
  const all = [...firingNow(before).filter(({ fingerprint }) => !keys.has(fingerprint)), ...fired];
  const news = newsIn(draft, fired.map(nameKey), fired);
  draft.add({
    type: 'AlertsFired',
    data: {
      groupId: before.groupId,
      signal,
      alerts: fired.map((alert) => ({ ...alert })),
      news: isOver ? null : news,
      // it never sinks while open; a new opening begins with what fires
      urgency: isOver ? urgencyOf(all, service, draft.context.now) : news === 'raises_urgency' ? 'high' : before.urgency,
      title: isStorm(before) ? before.title : titleOf(all, before.title),
      ...followsOf(before),
    },
  });
  return news;
};

/** Alerts beyond those that the group lists. Of the ones that are counted only names and the worst severity are known. */
const addCounted = (draft: Draft, counted: NonNullable<Signal['counted']>, { signal }: Signal, isOver: boolean): News => {
  const { groupId, urgency } = draft.group;
  const news = newsIn(draft, counted.names, severest(counted));
  const rises = news === 'raises_urgency';
  draft.add({
    type: 'AlertsCounted',
    data: { groupId, signal: signal, ...counted, news: isOver ? null : news, urgency: rises ? 'high' : urgency, ...followsOf(draft.group) },
  });
  return news;
};

/** The sender cut its list, or cuts it no more. It says neither what is missing nor whether it fires, so nobody is paged for it. */
const noteCut = (draft: Draft, { signal, cutList }: Pick<Signal, 'signal' | 'cutList'>): void => {
  const { groupId, cutList: before } = draft.group;
  if (cutList !== undefined && !isSameCut(cutList, before)) draft.add({ type: 'AlertsLeftOut', data: { groupId, signal, cutList } });
};

/** More of what is in a storm already is like what joins it. */
const fireInStorm = (draft: Draft, data: Signal, isOver: boolean): void => {
  const { fired, counted } = data;
  const found = [fired.length > 0 ? addFired(draft, data, isOver) : null, counted ? addCounted(draft, counted, data, isOver) : null];
  if (!isOver) pageForStorm(draft, [...fired, ...severest(counted)], found.includes('raises_urgency'));
};

/** What fires now: listed as far as a group lists. News pages; the rest is told to the holder, bundled. */
const fire = (draft: Draft, data: Signal, statusBefore: Existing['status']): void => {
  const { fired, counted } = data;
  const before = draft.group;
  const isOver = statusBefore === 'resolved';
  if (isStorm(before)) return fireInStorm(draft, data, isOver);
  noteCut(draft, data);
  const found = [fired.length > 0 ? addFired(draft, data, isOver) : null, counted ? addCounted(draft, counted, data, isOver) : null];
  if (isOver) return;
  const rises = found.includes('raises_urgency');
  const news = found.some((one) => one !== null);
  if (news && before.status === 'acknowledged') {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId: before.groupId, because: 'news', from: before.holder } });
    startClimb(draft, 'news', { holderFirst: before.holder.kind === 'person' });
  } else if (news && before.status === 'firing' && (rises || !before.climb.next || before.climb.exhausted)) startClimb(draft, 'news');
  else if (fired.length > 0 && before.status === 'acknowledged' && before.holder.kind === 'person' && !before.update) {
    const dueAt = plus(draft.context.now, limits.quietUpdateAfter);
    draft.add({ type: 'UpdatePlanned', data: { groupId: before.groupId, dueAt, ...withExamples({ fingerprints: [] }, fired) } });
  }
};

/** The sender says of the whole that it is over, after a person had resolved it. */
const quenchAll = (draft: Draft, { signal }: Signal): void => {
  const { groupId, title, counted, cutList } = draft.group;
  if (counted === 0 && cutList === null && firingNow(draft.group).length === 0) return;
  draft.add({ type: 'AlertsResolved', data: { groupId, signal: signal, fingerprints: [], title, all: true } });
};

const quench = (draft: Draft, { resolved, signal }: Signal): void => {
  const { alerts } = draft.group;
  const open = resolved.filter((key) => Object.hasOwn(alerts, key) && alerts[key]!.firing);
  if (open.length === 0) return;
  const over = new Set(open);
  const rest = firingNow(draft.group).filter(({ fingerprint }) => !over.has(fingerprint));
  draft.add({
    type: 'AlertsResolved',
    data: {
      groupId: draft.group.groupId,
      signal,
      fingerprints: open,
      title: draft.group.status === 'resolved' || isStorm(draft.group) ? draft.group.title : titleOf(rest, draft.group.title),
    },
  });
};

const refire = (draft: Draft, given: Signal): void => {
  const data = { ...given, fired: [...given.fired, ...(given.resumed ?? [])] };
  const { groupId, opening } = draft.group;
  const again = { groupId, opening: opening + 1, because: 'refire' as const, holder: null, thread: data.thread, ...followsAgain(draft) };
  draft.add({ type: 'AlertGroupReopened', data: again });
  quench(draft, data);
  fire(draft, data, 'resolved');
  if (!linksOf(draft.group).follows) startClimb(draft, 'refire', { holderFirst: true });
  leaveOut(draft, data);
};

/** What a sender says of one thread of a storm, which others are in too. */
const onlyIts = (draft: Draft, data: Signal, beginning: string): boolean => {
  if (data.outcome === 'acknowledged') takeInHand(draft, beginning, data.signal);
  else if (data.outcome === 'confirmed' || data.outcome === 'over') {
    quenchUnder(draft, beginning, data.signal);
    if (data.outcome === 'over') endStorm(draft, data.signal);
  } else return false;
  return true;
};

/** A repeat says that the sender is not silent: the group stays open, or is opened again where closing it was faster. */
const reportedAgain = (draft: Draft, data: Signal): void => {
  const { group, context } = draft;
  if (group.status === 'resolved') {
    if (group.quietSince !== undefined) refire(draft, data);
  } else if (group.closing?.act === 'close') stayOpen(draft, plus(context.now, limits.closing.firstReview));
};

/** Alerts that fire again and had been ending until the timer was faster: they fire as any others. */
const withOvertaken = (data: Signal, { alerts }: Existing): Signal => {
  const overtaken = (data.resumed ?? []).filter(({ fingerprint: key }) => !(Object.hasOwn(alerts, key) && alerts[key]!.firing));
  return overtaken.length === 0 ? data : { ...data, fired: [...data.fired, ...overtaken] };
};

const applySignal: Decide<'ApplySignal'> = (data, state, context) => {
  if (state.status === 'none') return [];
  const draft = new Draft(state, context);
  if (data.outcome !== 'resolved' && data.outcome !== 'confirmed') heardAgain(draft);
  if (data.outcome === 'repeat') {
    reportedAgain(draft, data);
    return draft.facts;
  }
  if (data.under !== undefined && onlyIts(draft, data, data.under)) return draft.facts;
  if (state.status === 'resolved') {
    if (data.outcome === 'reopened' || (data.outcome === 'changed' && data.fired.length + (data.resumed?.length ?? 0) > 0))
      refire(draft, data);
    else {
      if (data.outcome === 'still_firing' && !state.senderStillFiring)
        draft.add({ type: 'SenderStillFiring', data: { groupId: state.groupId, signal: data.signal } });
      noteCut(draft, data);
      if (data.outcome === 'confirmed') quenchAll(draft, data);
      else quench(draft, data);
    }
    return draft.facts;
  }
  if (data.outcome === 'acknowledged') {
    if (state.status === 'firing') acknowledge(draft, { kind: 'sender', integrationId: data.integrationId });
    return draft.facts;
  }
  resume(draft, data);
  fire(draft, withOvertaken(data, state), state.status);
  if (data.outcome === 'resolved') resolve(draft, 'sender', data.signal);
  else if (data.outcome === 'confirmed') quenchAll(draft, data);
  else {
    quench(draft, data);
    leaveOut(draft, data);
    endStorm(draft, data.signal);
    goOnCounting(draft, state);
  }
  return draft.facts;
};

export const internalActs: { readonly [T in InternalCommand['type']]: Decide<T> } = {
  OpenAlertGroup: open,
  ApplySignal: applySignal,
  JoinStorm: when(['firing', 'acknowledged', 'resolved'], joinStorm),
  AlignLinkedGroup: when(['firing', 'acknowledged', 'resolved'], (draft, { groupId: storm }) => align(draft, storm)),
  NoteLinkedAlerts: when(['firing', 'acknowledged'], noteLinkedAlerts),
  ReleaseHolder: when(['acknowledged'], (draft, { personId }, { groupId, holder }) => {
    if (holder.kind !== 'person' || holder.personId !== personId) return;
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: holder } });
    startClimb(draft, 'holder_disabled');
    holdWhileEnding(draft);
  }),
  StopPaging: when(['firing', 'acknowledged', 'resolved'], (draft, { personId, reason }, { groupId, pages }) => {
    const running = pages.filter((page) => page.personId === personId && page.state === 'running');
    for (const { pageId } of running) draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason } });
    const left = running.findLast(({ quiet, opening }) => !quiet && opening === draft.group.opening);
    if (left) takeAgain(draft, left);
  }),
  FollowPolicy: when(['firing', 'acknowledged'], (draft, { policyId, version }) => followPolicy(draft, policyId, version)),
  CountRefused: when(['firing', 'acknowledged'], (draft, { refused }, { groupId, origin }) => {
    if (origin.kind === 'refused' && isSystem(draft.context)) draft.add({ type: 'SignalsRefused', data: { groupId, refused } });
  }),
  FollowRules: when(['firing', 'acknowledged'], (draft, { personId }, { pages }) => {
    for (const page of pages) if (page.personId === personId) followRules(draft, page.pageId);
  }),
  JoinBundle: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, slot, ...bundle }) => joinBundle(draft, pageId, slot, bundle)),
  // what waits is asked again: another contact method takes its place, or it waits for the next room
  PassOnAttempt: when(['firing', 'acknowledged', 'resolved'], (draft, data) =>
    data.full ? startAttempt(draft, data.pageId, data.slot) : passOn(draft, data),
  ),
  RecordReceipt: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, attemptId, receipt }) =>
    recordReceipt(draft, pageId, attemptId, receipt),
  ),
  RecordWebhookCall: when(['firing', 'acknowledged', 'resolved'], (draft, { callId, attempt, outcome }) =>
    recordCall(draft, callId, attempt, outcome),
  ),
  RecordAttempt: when(['firing', 'acknowledged', 'resolved'], (draft, { attemptId, outcome }) => recordAttempt(draft, attemptId, outcome)),
};
