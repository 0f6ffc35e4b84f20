import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Answers } from '@tocsin/kernel/replay/recorded-answers.js';
import { pageOf, type AlertGroupState } from './state.js';

const attempted = (event: Recorded) => (event as RecordedOf<'AttemptStarted'>).data;

/** What providers said of a person’s phone or mailbox, said again of the next attempt by it. Without any word it went well. */
export const attemptAnswers: Answers = {
  type: 'AttemptStarted',
  key: (event, state) => {
    const { pageId, slot } = attempted(event);
    const group = state as AlertGroupState;
    const page = group.status === 'none' ? undefined : pageOf(group, pageId);
    return `${page?.personId}|${page?.attempts[slot]?.kind}`;
  },
  command: (event, { type, data }): Message => {
    const { groupId, attemptId } = attempted(event);
    return { type, data: { ...(data as object), groupId, attemptId } };
  },
  otherwise: (event) => {
    const { groupId, attemptId } = attempted(event);
    return { command: { type: 'RecordAttempt', data: { groupId, attemptId, outcome: { ok: true, state: 'sent', providerId: null } } } };
  },
};

/** Of a group’s history, whom it rang and who had it: what another rule would change, without ids and milliseconds. */
export const whoWasPaged = (event: Recorded): unknown => {
  const fact = event as RecordedFact;
  switch (fact.type) {
    case 'AlertGroupOpened':
      return { type: fact.type, number: fact.data.number, urgency: fact.data.urgency };
    case 'EscalationStepTaken':
      return { type: fact.type, round: fact.data.round, step: fact.data.step, targets: fact.data.targets };
    case 'PageStarted':
      return { type: fact.type, personId: fact.data.personId, cause: fact.data.cause, quiet: fact.data.quiet };
    case 'AlertGroupAcknowledged':
    case 'AlertGroupSnoozed':
    case 'AlertGroupReturnedToFiring':
    case 'AlertGroupResolved':
    case 'AlertGroupReopened':
      return { type: fact.type };
    default:
      return undefined;
  }
};
