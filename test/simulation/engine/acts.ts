import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { ana, bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { toChangedSteps, highService, people, policyId, teamId } from '../installation.js';
import type { Chance } from '@tocsin/kernel/chance.js';
import { subscriptionId } from './configured-world.js';

/** A person’s act, and the person. */
export interface Act {
  readonly command: Message;
  readonly actingPersonId: string;
}
/** Undefined when there is nothing to act on. */
type MakeAct = (chance: Chance, memory: MemoryRows) => Act | undefined;

type GroupCommand = (group: OpenGroup) => Message;
const toGroupCommand =
  (type: string, more: object = {}): GroupCommand =>
  ({ groupId }) => ({ type, data: { groupId, ...more } });

export const groupActs: readonly GroupCommand[] = [
  toGroupCommand('AcknowledgeAlertGroup'),
  toGroupCommand('AcknowledgeAlertGroup'),
  toGroupCommand('AcknowledgeAlertGroup'),
  toGroupCommand('UnacknowledgeAlertGroup'),
  toGroupCommand('SnoozeAlertGroup', { minutes: 30 }),
  toGroupCommand('UnsnoozeAlertGroup'),
  toGroupCommand('EscalateAlertGroup'),
  toGroupCommand('RenewAcknowledgement'),
  toGroupCommand('TakeOverAlertGroup'),
  toGroupCommand('JoinAlertGroup'),
  toGroupCommand('ResolveAlertGroup'),
  toGroupCommand('ReopenAlertGroup', { iHaveIt: false }),
  toGroupCommand('ReopenAlertGroup', { iHaveIt: true }),
  toGroupCommand('AddNote', { text: 'looking' }),
  toGroupCommand('MarkAlertGroupAsNoise', { reason: 'known' }),
  toGroupCommand('RemoveNoiseMark'),
  toGroupCommand('AnswerActionNeeded', { answer: 'no' }),
  toGroupCommand('AddResponder', { personId: people[2] }),
];

/** A person’s act at the instant at which a timer of this kind is due. */
export const racingCommands: Readonly<Record<string, GroupCommand>> = {
  remind: toGroupCommand('RenewAcknowledgement'),
  'ack-timeout': toGroupCommand('RenewAcknowledgement'),
  snooze: toGroupCommand('AcknowledgeAlertGroup'),
  update: toGroupCommand('UnacknowledgeAlertGroup'),
  step: toGroupCommand('AcknowledgeAlertGroup'),
  attempt: toGroupCommand('AcknowledgeAlertGroup'),
  lost: toGroupCommand('AcknowledgeAlertGroup'),
  test: toGroupCommand('RenewAcknowledgement'),
};

const toActMaker =
  (actorId: string, type: string, data: object): MakeAct =>
  () => ({ actingPersonId: actorId, command: { type, data } });

/** Acts by which a person requests pages. */
export const pageRequests: readonly MakeAct[] = [
  toActMaker(ana, 'PageSomeone', { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [bo] }),
  toActMaker(ana, 'PageSomeone', { title: 'And this', urgency: 'high', serviceId: highService, personIds: [...people] }),
  toActMaker(bo, 'SendTestAlert', { serviceId: highService, wholePolicy: false }),
  toActMaker(ana, 'SendTestAlert', { serviceId: highService, wholePolicy: true }),
];

const method = { personId: bo, contactMethodId: idOf('b0b') };
const rule = { personId: bo, ruleId: idOf('b0c') };

const invite: MakeAct = (chance) => {
  const personId = chance.id(0);
  const invitation = { invitationHash: personId, expiresAt: '2026-12-01T00:00:00.000Z' };
  const person = { personId, name: 'Dora', email: `${personId}@example.org`, role: 'member', timeZone: 'Europe/Berlin' };
  return { actingPersonId: ana, command: { type: 'InvitePerson', data: { ...person, ...invitation } } };
};

/** Adds a contact method, which must be verified, or removes a verified one. */
const addMethod: MakeAct = (chance) => {
  const contactMethodId = chance.id(0);
  const address = `${contactMethodId}@example.org`;
  return { actingPersonId: bo, command: { type: 'AddContactMethod', data: { kind: 'email', personId: bo, contactMethodId, address } } };
};
const pickContactMethod =
  (type: string, more: object = {}): MakeAct =>
  (chance, memory) => {
    const methods =
      memory
        .rows<ContactRow>('contacts')
        .get(bo)
        ?.methods.filter(({ kind }) => kind === 'email') ?? [];
    if (methods.length === 0) return undefined;
    const { contactMethodId } = chance.pick(methods);
    return { actingPersonId: bo, command: { type, data: { personId: bo, contactMethodId, ...more } } };
  };

const changePolicy: MakeAct = (chance, memory) => {
  const policy = memory.rows<{ version: number }>('policies').get(policyId);
  if (!policy) return undefined;
  const n = chance.drawBetween(0, 3);
  const data = {
    teamId,
    policyId,
    version: policy.version,
    name: 'Payments primary',
    steps: toChangedSteps(n),
    repeats: n,
    climbLow: n === 3,
    lowWaits: n > 1,
  };
  return { actingPersonId: ana, command: { type: 'ChangePolicy', data } };
};

const renameSubscription: MakeAct = (_chance, memory) => {
  const state = memory.rows<{ readonly state: { readonly version?: number } }>('eventQueues').get(subscriptionId)?.state;
  const { version = 1 } = state ?? {};
  const data = { subscriptionId, version, name: `Tickets ${version}`, kinds: [] };
  return { actingPersonId: ana, command: { type: 'ChangeEventSubscription', data } };
};

/** Changes of how people are reached, also while they are being paged, and of who is notified. */
export const configurationChanges: readonly MakeAct[] = [
  changePolicy,
  changePolicy,
  toActMaker(ana, 'DisablePerson', { personId: bo, leaveGaps: true }),
  toActMaker(ana, 'EnablePerson', { personId: bo }),
  toActMaker(ana, 'EnablePerson', { personId: bo }),
  toActMaker(bo, 'RemoveContactMethod', method),
  toActMaker(bo, 'AddContactMethod', { kind: 'email', address: 'bo@example.org', ...method }),
  toActMaker(bo, 'VerifyContactMethod', { ...method, codeCheck: 'right' }),
  toActMaker(bo, 'AddNotificationRule', { ...method, ...rule, urgency: 'high', delayMinutes: 1 }),
  (chance) => ({
    actingPersonId: bo,
    command: { type: 'ChangeNotificationRule', data: { ...rule, delayMinutes: chance.drawBetween(0, 5) } },
  }),
  toActMaker(bo, 'RemoveNotificationRule', rule),
  addMethod,
  addMethod,
  pickContactMethod('AskVerification'),
  pickContactMethod('VerifyContactMethod', { codeCheck: 'right' }),
  pickContactMethod('RemoveContactMethod'),
  invite,
  invite,
  renameSubscription,
  toActMaker(ana, 'RotateEventSubscriptionSecret', { subscriptionId, secretRef: 'secret-of-events' }),
  toActMaker(ana, 'DisableEventSubscription', { subscriptionId }),
  toActMaker(ana, 'EnableEventSubscription', { subscriptionId }),
  toActMaker(ana, 'EnableEventSubscription', { subscriptionId }),
  toActMaker(ana, 'TestEventSubscription', { subscriptionId }),
  toActMaker(ana, 'RetryFailures', {}),
];
