import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Message } from '@tocsin/kernel/decider.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import type { AlertGroupCommand } from './alert-groups/commands.js';
import { configurationInputs } from './configuration-inputs.js';
import { eventSubscriptionInputs } from './event-subscriptions/inputs.js';
import { progress } from './reactor/decider.js';
import { recordEffectEnd } from './reactor/effects.decider.js';
import type { RoutingCommand } from './routing/decider.js';

type Command = AlertGroupCommand | RoutingCommand;
type Found<T extends AlertGroupFact['type'] | 'PageRequested'> = (data: FactOf<T>, batch: readonly Message[]) => Command;
type FirstFacts = Extract<
  AlertGroupFact['type'],
  | 'AlertGroupAcknowledged'
  | 'AlertGroupAcknowledgedToo'
  | 'AlertGroupReturnedToFiring'
  | 'AcknowledgementRenewed'
  | 'AlertGroupTakenOver'
  | 'ResponderJoined'
  | 'AlertGroupResolved'
  | 'AlertGroupReopened'
  | 'NoteAdded'
  | 'PageStarted'
  | 'PageAnswered'
  | 'PageCancelled'
  | 'AttemptSent'
  | 'AttemptDelivered'
  | 'AttemptRead'
  | 'AttemptFailed'
>;

const delivered = (batch: readonly Message[]): 'sent' | 'delivered' =>
  batch.some(({ type }) => type === 'AttemptDelivered') ? 'delivered' : 'sent';

const table: { readonly [T in FirstFacts | 'PageRequested']: Found<T> } = {
  AlertGroupAcknowledged: ({ groupId }) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
  AlertGroupAcknowledgedToo: ({ groupId }) => ({ type: 'AcknowledgeAlertGroup', data: { groupId } }),
  AlertGroupReturnedToFiring: ({ groupId }) => ({ type: 'UnacknowledgeAlertGroup', data: { groupId } }),
  AcknowledgementRenewed: ({ groupId }) => ({ type: 'RenewAcknowledgement', data: { groupId } }),
  AlertGroupTakenOver: ({ groupId }) => ({ type: 'TakeOverAlertGroup', data: { groupId } }),
  ResponderJoined: ({ groupId }) => ({ type: 'JoinAlertGroup', data: { groupId } }),
  AlertGroupResolved: ({ groupId }) => ({ type: 'ResolveAlertGroup', data: { groupId } }),
  AlertGroupReopened: ({ groupId, holder }) => ({ type: 'ReopenAlertGroup', data: { groupId, iHaveIt: holder !== null } }),
  NoteAdded: (data) => ({ type: 'AddNote', data }) as Command,
  PageStarted: ({ groupId, personId }) => ({ type: 'AddResponder', data: { groupId, personId } }),
  // a quieter page of theirs made way
  PageCancelled: ({ groupId, personId }) => ({ type: 'AddResponder', data: { groupId, personId } }),
  PageAnswered: ({ groupId, pageId }) => ({ type: 'AnswerPage', data: { groupId, pageId } }),
  AttemptSent: ({ groupId, attemptId, providerId }, batch) => ({
    type: 'RecordAttempt',
    data: { groupId, attemptId, outcome: { ok: true, state: delivered(batch), providerId } },
  }),
  // alone, it is the device that says so
  AttemptDelivered: ({ to: _whom, ...data }) => ({ type: 'RecordReceipt', data: { ...data, receipt: 'delivered' } }),
  AttemptRead: ({ to: _whom, ...data }) => ({ type: 'RecordReceipt', data: { ...data, receipt: 'read' } }),
  AttemptFailed: ({ groupId, attemptId, reason, detail, retry, retryAfter }) => ({
    type: 'RecordAttempt',
    data: {
      groupId,
      attemptId,
      outcome: { ok: false, reason, detail, retry, ...(retryAfter === undefined ? {} : { retryAfter }) },
    },
  }),
  PageRequested: ({ kind, groupId, title, urgency, serviceId, personIds, wholePolicy, contactMethodId }) =>
    kind === 'page'
      ? ({ type: 'PageSomeone', data: { groupId, title, urgency, serviceId, personIds } } as Command)
      : { type: 'SendTestAlert', data: { groupId, serviceId, wholePolicy, contactMethodId } },
};

/** A reactor that began: written by the server itself. */
const reactorInputs: Inputs = {
  ReactorProgressed: () => progress,
  ReactionFailed: (data: FactOf<'ReactionFailed'>) => ({ type: 'RecordReactionFailure', data }),
  ReactionRetryAsked: ({ failures }: FactOf<'ReactionRetryAsked'>) => ({
    type: 'RetryFailures',
    data: { failureIds: failures.map(({ id }) => id) },
  }),
  ClockSteppedForward: (data: FactOf<'ClockSteppedForward'>) => ({ type: 'RecordClockStep', data }),
  ReactorStarted: ({ epoch: _, ...data }: FactOf<'ReactorStarted'>) => ({ type: 'StartReactor', data }),
  EffectEnded: (data: FactOf<'EffectEnded'>) => recordEffectEnd(data),
};

/** The commands of persons and the answers of providers, found again from what they made: re-enactment decides them anew. */
const redactionInputs: Inputs = {
  TextRedacted: (data: FactOf<'TextRedacted'>) => ({ type: 'RedactText', data }),
};

export const inputs: Inputs = {
  ...configurationInputs,
  ...reactorInputs,
  ...redactionInputs,
  ...eventSubscriptionInputs,
  ...(table as unknown as Inputs),
};
