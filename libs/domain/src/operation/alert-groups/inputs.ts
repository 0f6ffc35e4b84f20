import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { AlertGroupFact, PageRequestFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { AlertGroupCommand } from './commands.js';
import { pageRequestInputs, type PageRequestCommand } from './requests/requests.js';

/**
 * The first fact of a batch that a person’s act or a provider’s answer makes. Everything else follows from what planned
 * it.
 */
type InputFactType =
  | 'AlertGroupAcknowledged'
  | 'AlertGroupAcknowledgedToo'
  | 'AlertGroupSnoozed'
  | 'AlertGroupUnsnoozed'
  | 'AlertGroupEscalated'
  | 'AlertGroupReturnedToFiring'
  | 'AcknowledgementRenewed'
  | 'AlertGroupTakenOver'
  | 'ReassignmentRequested'
  | 'RespondersAdded'
  | 'ResponderJoined'
  | 'AlertGroupResolved'
  | 'AlertGroupReopened'
  | 'NoteAdded'
  | 'AlertGroupLinked'
  | 'AlertGroupUnlinked'
  | 'AlertGroupMarkedAsNoise'
  | 'AlertGroupNoiseMarkRemoved'
  | 'ActionNeededAnswered'
  | 'PageStarted'
  | 'PageAnswered'
  | 'MessageResent'
  | 'SignalsRefused'
  | 'PageCancelled'
  | 'AttemptSent'
  | 'AttemptDelivered'
  | 'AttemptRead'
  | 'AttemptDelayed'
  | 'AttemptFailed'
  | 'WebhookCallSucceeded'
  | 'WebhookCallFailed';

const sameInput = sameFor<AlertGroupCommand>();

const receiptKindOf = (batch: readonly Message[]): 'sent' | 'delivered' =>
  batch.some(({ type }) => type === 'AttemptDelivered') ? 'delivered' : 'sent';

const bounceOf = ({ groupId, pageId, to, detail }: FactOf<'AttemptDelayed'>, isFinal: boolean): AlertGroupCommand => ({
  type: 'RecordBounce',
  data: { groupId, pageId, contactMethodId: to.contactMethodId, isFinal, detail },
});

const lateFailureOf = ({ groupId, pageId, attemptId, reason, detail }: FactOf<'AttemptFailed'>): AlertGroupCommand => ({
  type: 'RecordLateFailure',
  data: { groupId, pageId, attemptId, reason, detail },
});

const failureOf = ({ groupId, attemptId, reason, detail, retry, retryAfter, answeredAt }: FactOf<'AttemptFailed'>): AlertGroupCommand => ({
  type: 'RecordAttempt',
  data: {
    groupId,
    attemptId,
    outcome: {
      ok: false,
      reason,
      detail,
      retry,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(answeredAt === undefined ? {} : { answeredAt }),
    },
  },
});

/** The commands of people and the answers of providers, by the first fact of their batch. */
export const inputs: InputsOf<Extract<AlertGroupFact, { type: InputFactType }> | PageRequestFact, AlertGroupCommand | PageRequestCommand> =
  {
    ...pageRequestInputs,
    AlertGroupAcknowledged: ({ groupId }) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
    AlertGroupAcknowledgedToo: ({ groupId }) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
    // minutes count from the decision, so the instant says everything
    AlertGroupSnoozed: ({ groupId, until }) => ({ type: 'SnoozeAlertGroup', data: { groupId, until } }),
    AlertGroupUnsnoozed: ({ groupId }) => ({ type: 'UnsnoozeAlertGroup', data: { groupId } }),
    AlertGroupEscalated: ({ groupId }) => ({ type: 'EscalateAlertGroup', data: { groupId } }),
    AlertGroupReturnedToFiring: ({ groupId }) => ({ type: 'UnacknowledgeAlertGroup', data: { groupId } }),
    AcknowledgementRenewed: ({ groupId }) => ({ type: 'RenewAcknowledgement', data: { groupId } }),
    AlertGroupTakenOver: ({ groupId }) => ({ type: 'TakeOverAlertGroup', data: { groupId } }),
    ReassignmentRequested: ({ groupId, personId }) => ({ type: 'ReassignAlertGroup', data: { groupId, personId } }),
    RespondersAdded: ({ groupId, targets }) => ({ type: 'AddResponders', data: { groupId, targets } }),
    ResponderJoined: ({ groupId }) => ({ type: 'JoinAlertGroup', data: { groupId } }),
    AlertGroupResolved: ({ groupId }) => ({ type: 'ResolveAlertGroup', data: { groupId } }),
    AlertGroupReopened: ({ groupId, holder, asBefore }) => ({
      type: 'ReopenAlertGroup',
      data: { groupId, iHaveIt: holder !== null || asBefore === true, ...(asBefore ? { asBefore } : {}) },
    }),
    AlertGroupLinked: ({ groupId, storm, to = storm }) => ({ type: 'LinkAlertGroup', data: { groupId, toGroupId: to } }),
    AlertGroupUnlinked: ({ groupId }) => ({ type: 'UnlinkAlertGroup', data: { groupId } }),
    NoteAdded: sameInput('AddNote'),
    AlertGroupMarkedAsNoise: ({ groupId, text }) => sameInput('MarkAlertGroupAsNoise')({ groupId, reason: text }),
    AlertGroupNoiseMarkRemoved: ({ groupId }) => ({ type: 'RemoveNoiseMark', data: { groupId } }),
    ActionNeededAnswered: ({ groupId, answer }) => ({ type: 'AnswerActionNeeded', data: { groupId, answer } }),
    PageStarted: ({ groupId, personId }) => ({ type: 'AddResponder', data: { groupId, personId } }),
    // a quieter page of the same person was cancelled first
    PageCancelled: ({ groupId, personId }) => ({ type: 'AddResponder', data: { groupId, personId } }),
    PageAnswered: ({ groupId, pageId, because }) => ({
      type: 'AnswerPage',
      data: { groupId, pageId, ...(because === 'passed_on' ? { passesOn: true as const } : {}) },
    }),
    MessageResent: ({ groupId, pageId, slot }) => ({ type: 'ResendMessage', data: { groupId, pageId, messageId: slot } }),
    SignalsRefused: sameInput('CountRefused'),
    WebhookCallSucceeded: ({ groupId, callId, attempt, providerId }) => ({
      type: 'RecordWebhookCall',
      data: { groupId, callId, attempt, outcome: { ok: true, ...(providerId === undefined ? {} : { providerId }) } },
    }),
    WebhookCallFailed: ({ groupId, callId, attempt, reason, detail, retryAt, retryAfter }) => ({
      type: 'RecordWebhookCall',
      data: {
        groupId,
        callId,
        attempt,
        outcome: { ok: false, reason, detail, retry: retryAt !== null, ...(retryAfter === undefined ? {} : { retryAfter }) },
      },
    }),
    AttemptSent: ({ groupId, attemptId, providerId, alone, charge }, batch) => ({
      type: 'RecordAttempt',
      data: {
        groupId,
        attemptId,
        outcome: { ok: true, state: receiptKindOf(batch), providerId, ...(alone ? { alone } : {}), ...(charge ? { charge } : {}) },
      },
    }),
    // without an outcome in the batch, it is a receipt from the device
    AttemptDelivered: ({ to: _whom, ring: _ring, ...data }) => ({ type: 'RecordReceipt', data: { ...data, receipt: 'delivered' } }),
    AttemptRead: ({ to: _whom, ring: _ring, ...data }) => ({ type: 'RecordReceipt', data: { ...data, receipt: 'read' } }),
    AttemptDelayed: (data) => bounceOf(data, false),
    AttemptFailed: (data) => {
      if (data.reason === 'delivery.bounced') return bounceOf(data, true);
      return data.accepted ? lateFailureOf(data) : failureOf(data);
    },
  };
