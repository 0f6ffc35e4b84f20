import type { Context, DataOf, Decision } from '@tocsin/kernel/decider.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import { plus } from '@tocsin/kernel/time.js';
import { titleOf, urgencyOf } from './alerts.js';
import { recordAttempt, recordReceipt, replace, startAttempt } from './paging/attempts.js';
import { startClimb, takeAgain, takeStep } from './paging/climb.js';
import type { InternalCommand } from './commands.js';
import { acknowledge, resolve } from './decide-person.js';
import { Draft } from './draft.js';
import { page, tell } from './paging/paging.js';
import type { GroupReads } from './reads.js';
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
  const urgency = data.urgency ?? urgencyOf(data.alerts, service);
  const draft = new Draft(state, context);
  draft.add({
    type: 'AlertGroupOpened',
    data: {
      groupId: data.groupId,
      number: data.number,
      serviceId: data.serviceId,
      teamId: service?.teamId ?? null,
      origin: data.origin,
      title: data.alerts.length > 0 ? titleOf(data.alerts, data.title) : data.title,
      urgency,
      test: data.test,
      previousGroupId: data.previousGroupId,
      alerts: [...data.alerts],
      policy: policy && !policy.removed ? { policyId: policy.id, version: policy.version } : null,
      ackTimeoutMinutes: service?.ackTimeoutMinutes ?? limits.ackTimeoutMinutes[urgency],
    },
  });
  if (data.origin.kind === 'page') {
    for (const personId of data.origin.personIds) page(draft, personId, { cause: { kind: 'person', by: data.origin.personId }, urgency });
  }
  startClimb(draft, 'opened');
  return draft.facts;
};

const firingNow = (state: Existing) => Object.values(state.alerts).filter((alert) => alert.firing);

/** Alerts that begin to fire, or get worse. News pages; the rest is told to the holder, bundled. */
const fire = (draft: Draft, { fired, signal }: Signal, statusBefore: Existing['status']): void => {
  const before = draft.group;
  const service = before.serviceId ? draft.context.reads.services.get(before.serviceId) : undefined;
  const known = before.names;
  const all = [...firingNow(before).filter((alert) => !fired.some((one) => one.fingerprint === alert.fingerprint)), ...fired];
  const rises = before.urgency === 'low' && urgencyOf(fired, service) === 'high';
  const news = rises ? 'raises_urgency' : fired.some((alert) => !known.includes(alert.name)) ? 'new_name' : null;
  draft.add({
    type: 'AlertsFired',
    data: {
      groupId: before.groupId,
      signal,
      alerts: fired.map((alert) => ({ ...alert })),
      news: statusBefore === 'resolved' ? null : news,
      // it never sinks while open; a new opening begins with what fires
      urgency: statusBefore === 'resolved' ? urgencyOf(all, service) : rises ? 'high' : before.urgency,
      title: titleOf(all, before.title),
    },
  });
  if (statusBefore === 'resolved') return;
  if (news && before.status === 'acknowledged') {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId: before.groupId, because: 'news', from: before.holder } });
    startClimb(draft, 'news', { holderFirst: before.holder.kind === 'person' });
  } else if (news && before.status === 'firing' && (rises || !before.climb.next || before.climb.exhausted)) startClimb(draft, 'news');
  else if (before.status === 'acknowledged' && before.holder.kind === 'person' && !before.update) {
    draft.add({
      type: 'UpdatePlanned',
      data: {
        groupId: before.groupId,
        dueAt: plus(draft.context.now, limits.quietUpdateAfter),
        fingerprints: fired.map((alert) => alert.fingerprint),
      },
    });
  }
};

const quench = (draft: Draft, { resolved, signal }: Signal): void => {
  const open = resolved.filter((fingerprint) => draft.group.alerts[fingerprint]?.firing);
  if (open.length === 0) return;
  const rest = firingNow(draft.group).filter((alert) => !open.includes(alert.fingerprint));
  draft.add({
    type: 'AlertsResolved',
    data: {
      groupId: draft.group.groupId,
      signal,
      fingerprints: open,
      title: draft.group.status === 'resolved' ? draft.group.title : titleOf(rest, draft.group.title),
    },
  });
};

const refire = (draft: Draft, data: Signal): void => {
  const { groupId, opening } = draft.group;
  draft.add({ type: 'AlertGroupReopened', data: { groupId, opening: opening + 1, because: 'refire', holder: null, route: data.route } });
  quench(draft, data);
  if (data.fired.length > 0) fire(draft, data, 'resolved');
  startClimb(draft, 'refire', { holderFirst: true });
};

const applySignal: Decide<'ApplySignal'> = (data, state, context) => {
  if (state.status === 'none') return [];
  const draft = new Draft(state, context);
  if (state.status === 'resolved') {
    if (data.outcome === 'reopened' || (data.outcome === 'changed' && data.fired.length > 0)) refire(draft, data);
    else {
      if (data.outcome === 'still_firing' && !state.senderStillFiring)
        draft.add({ type: 'SenderStillFiring', data: { groupId: state.groupId, signal: data.signal } });
      quench(draft, data);
    }
    return draft.facts;
  }
  if (data.outcome === 'acknowledged') {
    if (state.status === 'firing') acknowledge(draft, { kind: 'sender', integrationId: data.integrationId });
    return draft.facts;
  }
  if (data.fired.length > 0) fire(draft, data, state.status);
  if (data.outcome === 'resolved') resolve(draft, 'sender', data.signal);
  else quench(draft, data);
  return draft.facts;
};

export const internalActs: { readonly [T in InternalCommand['type']]: Decide<T> } = {
  OpenAlertGroup: open,
  ApplySignal: applySignal,
  TakeEscalationStep: when(['firing'], (draft, { round, step }, { climb }) => {
    if (climb.next?.round === round && climb.next.step === step) takeStep(draft, round, step);
  }),
  RemindHolder: when(['acknowledged'], (draft, _data, { groupId, holder }) => {
    draft.add({ type: 'HolderAsked', data: { groupId } });
    if (holder.kind === 'person') page(draft, holder.personId, { cause: { kind: 'reminder' }, urgency: 'low' });
  }),
  EndAckTimeout: when(['acknowledged'], (draft, _data, { groupId, holder }) => {
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'ack_timeout', from: holder } });
    startClimb(draft, 'ack_timeout', { holderFirst: holder.kind === 'person' });
  }),
  ReleaseHolder: when(['acknowledged'], (draft, { personId }, { groupId, holder }) => {
    if (holder.kind !== 'person' || holder.personId !== personId) return;
    draft.add({ type: 'AlertGroupReturnedToFiring', data: { groupId, because: 'holder_disabled', from: holder } });
    startClimb(draft, 'holder_disabled');
  }),
  StopPaging: when(['firing', 'acknowledged', 'resolved'], (draft, { personId }, { groupId, pages }) => {
    const running = Object.values(pages).filter((page) => page.personId === personId && page.state === 'running');
    for (const { pageId } of running)
      draft.add({ type: 'PageCancelled', data: { groupId, pageId, personId, reason: 'delivery.person_disabled' } });
    const left = running.findLast(({ quiet, opening }) => !quiet && opening === draft.group.opening);
    if (left) takeAgain(draft, left);
  }),
  SendUpdate: when(['acknowledged'], (draft, _data, { groupId, holder, update }) => {
    draft.add({ type: 'UpdateSent', data: { groupId } });
    if (holder.kind === 'person' && update) tell(draft, holder.personId, { kind: 'update', fingerprints: [...update.fingerprints] });
  }),
  EndTest: when(['firing', 'acknowledged'], (draft) => resolve(draft, 'timer', null)),
  StartAttempt: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, slot }) => startAttempt(draft, pageId, slot)),
  ReplaceAttempt: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, slot }, { pages }) => {
    const attempt = pages[pageId]?.attempts[slot];
    if (attempt?.state === 'sending') replace(draft, pages[pageId]!, attempt, 'delivery.outcome_unknown');
  }),
  RecordReceipt: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, attemptId, receipt }) =>
    recordReceipt(draft, pageId, attemptId, receipt),
  ),
  RecordAttempt: when(['firing', 'acknowledged', 'resolved'], (draft, { attemptId, outcome }) => recordAttempt(draft, attemptId, outcome)),
};
