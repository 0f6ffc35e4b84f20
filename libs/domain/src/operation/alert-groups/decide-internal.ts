import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Decision } from '@tocsin/kernel/decide/decider.js';
import { isSystem } from '../../rules/permissions.js';
import { applySignal } from './apply-signal.js';
import { actBySender } from './acts/sender-acts.js';
import { reviewMutes } from './aspects/mutes/review.js';
import type { InternalCommand } from './commands.js';
import { Draft } from './draft.js';
import type { GroupContext, DecisionFunction } from './internal-act.js';
import { align } from './linked/align.js';
import { joinLinkedSet, leaveEmptySet } from './linked/link-by-hand.js';
import { noteLinkedAlerts } from './linked/note-linked-alerts.js';
import { openGroup } from './open-group.js';
import { passAttemptOn, recordAttempt, recordReceipt } from './paging/attempts.js';
import { recordBounce } from './paging/bounces.js';
import { recordLateFailure } from './paging/late-failures.js';
import { joinBundle, startAttempt } from './paging/claim-attempt.js';
import { followClock } from './paging/follow-clock.js';
import { followPolicy } from './paging/follow-policy.js';
import { followRules } from './paging/follow-rules.js';
import { resolve } from './acts/resolve.js';
import { stopDrillPages } from './paging/paging.js';
import { releasePerson } from './paging/release-person.js';
import { recordCall } from './paging/webhook-calls.js';
import type { AlertGroupState, ExistingGroup } from './state.js';
import { joinStorm } from './storm.js';
import { applyToThreads } from './storm-threads.js';

/**
 * Wraps a process’s command about a group in one of these states; in any other state the command is outdated and does
 * nothing.
 */
const decideWhen =
  <D, S extends ExistingGroup['status']>(
    statuses: readonly S[],
    decide: (draft: Draft, data: D, state: Extract<ExistingGroup, { status: S }>) => void,
  ) =>
  (data: D, state: AlertGroupState, context: GroupContext): Decision<AlertGroupFact> => {
    if (state.status === 'none' || !(statuses as readonly string[]).includes(state.status)) return [];
    const draft = new Draft(state, context);
    decide(draft, data, state as Extract<ExistingGroup, { status: S }>);
    return draft.facts;
  };

export const internalActs: { readonly [T in InternalCommand['type']]: DecisionFunction<T> } = {
  OpenAlertGroup: openGroup,
  ApplySignal: applySignal,
  ActBySender: decideWhen(['firing', 'acknowledged'], actBySender),
  JoinStorm: decideWhen(['firing', 'acknowledged', 'resolved'], joinStorm),
  ApplyToThreads: decideWhen(['firing', 'acknowledged', 'resolved'], applyToThreads),
  AlignLinkedGroup: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, { groupId: storm }) => align(draft, storm)),
  JoinLinkedSet: decideWhen(['firing', 'acknowledged', 'resolved'], joinLinkedSet),
  LeaveEmptySet: decideWhen(['firing', 'acknowledged', 'resolved'], leaveEmptySet),
  NoteLinkedAlerts: decideWhen(['firing', 'acknowledged'], noteLinkedAlerts),
  StopDrillPages: decideWhen(['firing', 'acknowledged'], stopDrillPages),
  EndDrillGroup: decideWhen(['firing', 'acknowledged'], (draft) => resolve(draft, 'timer', null)),
  ReviewMutes: decideWhen(['firing', 'acknowledged'], reviewMutes),
  ReleasePerson: decideWhen(['firing', 'acknowledged', 'resolved'], releasePerson),
  FollowPolicy: decideWhen(['firing', 'acknowledged'], (draft, { policyId, version }) => followPolicy(draft, policyId, version)),
  FollowClock: decideWhen(['firing', 'acknowledged'], followClock),
  CountRefused: decideWhen(['firing', 'acknowledged'], (draft, { refused }, { groupId, origin }) => {
    if (origin.kind === 'refused' && isSystem(draft.context)) draft.add({ type: 'SignalsRefused', data: { groupId, refused } });
  }),
  FollowRules: decideWhen(['firing', 'acknowledged'], (draft, { personId }, { pages }) => {
    for (const page of pages) if (page.personId === personId) followRules(draft, page.pageId);
  }),
  JoinBundle: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, { pageId, slot, ...bundle }) =>
    joinBundle(draft, pageId, slot, bundle),
  ),
  // a waiting page is decided again: another contact method takes its place, or it waits for the next free slot
  PassOnAttempt: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, data) =>
    data.full ? startAttempt(draft, data.pageId, data.slot) : passAttemptOn(draft, data),
  ),
  RecordReceipt: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, { pageId, attemptId, receipt }) =>
    recordReceipt(draft, pageId, attemptId, receipt),
  ),
  RecordBounce: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, bounce) => {
    if (isSystem(draft.context)) recordBounce(draft, bounce);
  }),
  RecordLateFailure: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, failure) => {
    if (isSystem(draft.context)) recordLateFailure(draft, failure);
  }),
  RecordWebhookCall: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, { callId, attempt, outcome }) =>
    recordCall(draft, callId, attempt, outcome),
  ),
  RecordAttempt: decideWhen(['firing', 'acknowledged', 'resolved'], (draft, { attemptId, outcome }) =>
    recordAttempt(draft, attemptId, outcome),
  ),
};
