import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { isSystem } from '../rules/permissions.js';
import { applySignal } from './apply-signal.js';
import type { InternalCommand } from './commands.js';
import { Draft } from './draft.js';
import { holdWhileEnding } from './ending.js';
import type { Ctx, Decide } from './internal-act.js';
import { align } from './linked/align.js';
import { noteLinkedAlerts } from './linked/noted.js';
import { openGroup } from './open-group.js';
import { passOn, recordAttempt, recordReceipt } from './paging/attempts.js';
import { joinBundle, startAttempt } from './paging/claiming.js';
import { startClimb, takeAgain } from './paging/climb.js';
import { followClock } from './paging/follow-clock.js';
import { followPolicy } from './paging/follow-policy.js';
import { followRules } from './paging/follow-rules.js';
import { recordCall } from './paging/webhook-calls.js';
import type { AlertGroupState, Existing } from './state.js';
import { joinStorm } from './storm.js';

/**
 * Wraps a process’s command about a group in one of these states; in any other state the command is outdated and does
 * nothing.
 */
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

export const internalActs: { readonly [T in InternalCommand['type']]: Decide<T> } = {
  OpenAlertGroup: openGroup,
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
  FollowClock: when(['firing', 'acknowledged'], followClock),
  CountRefused: when(['firing', 'acknowledged'], (draft, { refused }, { groupId, origin }) => {
    if (origin.kind === 'refused' && isSystem(draft.context)) draft.add({ type: 'SignalsRefused', data: { groupId, refused } });
  }),
  FollowRules: when(['firing', 'acknowledged'], (draft, { personId }, { pages }) => {
    for (const page of pages) if (page.personId === personId) followRules(draft, page.pageId);
  }),
  JoinBundle: when(['firing', 'acknowledged', 'resolved'], (draft, { pageId, slot, ...bundle }) => joinBundle(draft, pageId, slot, bundle)),
  // a waiting page is decided again: another contact method takes its place, or it waits for the next free slot
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
