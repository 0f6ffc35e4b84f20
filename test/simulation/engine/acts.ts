import type { ContactRow } from '@tocsin/contracts/contact-rows.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { ana, bo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { changedSteps, highService, people, policyId, teamId } from '../installation.js';
import type { Chance } from '@tocsin/kernel/chance.js';
import { subscriptionId } from './settled.js';

/** A person’s act, and the person. */
export interface Act {
  readonly command: Message;
  readonly by: string;
}
/** Undefined when there is nothing to act on. */
type MakeAct = (chance: Chance, memory: MemoryRows) => Act | undefined;

type OnGroup = (group: OpenGroup) => Message;
const onGroup =
  (type: string, more: object = {}): OnGroup =>
  ({ groupId }) => ({ type, data: { groupId, ...more } });

export const groupActs: readonly OnGroup[] = [
  onGroup('AcknowledgeAlertGroup'),
  onGroup('AcknowledgeAlertGroup'),
  onGroup('AcknowledgeAlertGroup'),
  onGroup('UnacknowledgeAlertGroup'),
  onGroup('SnoozeAlertGroup', { minutes: 30 }),
  onGroup('UnsnoozeAlertGroup'),
  onGroup('EscalateAlertGroup'),
  onGroup('RenewAcknowledgement'),
  onGroup('TakeOverAlertGroup'),
  onGroup('JoinAlertGroup'),
  onGroup('ResolveAlertGroup'),
  onGroup('ReopenAlertGroup', { iHaveIt: false }),
  onGroup('ReopenAlertGroup', { iHaveIt: true }),
  onGroup('AddNote', { text: 'looking' }),
  onGroup('MarkAlertGroupAsNoise', { reason: 'known' }),
  onGroup('RemoveNoiseMark'),
  onGroup('AddResponder', { personId: people[2] }),
];

/** A person’s act at the instant at which a timer of this kind is due. */
export const race: Readonly<Record<string, OnGroup>> = {
  remind: onGroup('RenewAcknowledgement'),
  'ack-timeout': onGroup('RenewAcknowledgement'),
  snooze: onGroup('AcknowledgeAlertGroup'),
  update: onGroup('UnacknowledgeAlertGroup'),
  step: onGroup('AcknowledgeAlertGroup'),
  attempt: onGroup('AcknowledgeAlertGroup'),
  lost: onGroup('AcknowledgeAlertGroup'),
  test: onGroup('RenewAcknowledgement'),
};

const by =
  (who: string, type: string, data: object): MakeAct =>
  () => ({ by: who, command: { type, data } });

/** Acts by which a person requests pages. */
export const asks: readonly MakeAct[] = [
  by(ana, 'PageSomeone', { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [bo] }),
  by(ana, 'PageSomeone', { title: 'And this', urgency: 'high', serviceId: highService, personIds: [...people] }),
  by(bo, 'SendTestAlert', { serviceId: highService, wholePolicy: false }),
  by(ana, 'SendTestAlert', { serviceId: highService, wholePolicy: true }),
];

const method = { personId: bo, contactMethodId: idOf('b0b') };
const rule = { personId: bo, ruleId: idOf('b0c') };

const invite: MakeAct = (chance) => {
  const personId = chance.id(0);
  const invitation = { invitationHash: personId, expiresAt: '2026-12-01T00:00:00.000Z' };
  const person = { personId, name: 'Dora', email: `${personId}@example.org`, role: 'member', timeZone: 'Europe/Berlin' };
  return { by: ana, command: { type: 'InvitePerson', data: { ...person, ...invitation } } };
};

/** Adds a contact method, which must be verified, or removes a verified one. */
const addMethod: MakeAct = (chance) => {
  const contactMethodId = chance.id(0);
  const address = `${contactMethodId}@example.org`;
  return { by: bo, command: { type: 'AddContactMethod', data: { kind: 'email', personId: bo, contactMethodId, address } } };
};
const someMethod =
  (type: string, more: object = {}): MakeAct =>
  (chance, memory) => {
    const methods =
      memory
        .rows<ContactRow>('contacts')
        .get(bo)
        ?.methods.filter(({ kind }) => kind === 'email') ?? [];
    if (methods.length === 0) return undefined;
    const { contactMethodId } = chance.pick(methods);
    return { by: bo, command: { type, data: { personId: bo, contactMethodId, ...more } } };
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
    steps: changedSteps(n),
    repeats: n,
    climbLow: n === 3,
    lowWaits: n > 1,
  };
  return { by: ana, command: { type: 'ChangePolicy', data } };
};

const renameSubscription: MakeAct = (_chance, memory) => {
  const state = memory.rows<{ readonly state: { readonly version?: number } }>('eventQueues').get(subscriptionId)?.state;
  const { version = 1 } = state ?? {};
  const data = { subscriptionId, version, name: `Tickets ${version}`, kinds: [] };
  return { by: ana, command: { type: 'ChangeEventSubscription', data } };
};

/** Changes of how people are reached, also while they are being paged, and of who is notified. */
export const changes: readonly MakeAct[] = [
  changePolicy,
  changePolicy,
  by(ana, 'DisablePerson', { personId: bo, leaveGaps: true }),
  by(ana, 'EnablePerson', { personId: bo }),
  by(ana, 'EnablePerson', { personId: bo }),
  by(bo, 'RemoveContactMethod', method),
  by(bo, 'AddContactMethod', { kind: 'email', address: 'bo@example.org', ...method }),
  by(bo, 'VerifyContactMethod', { ...method, codeCheck: 'right' }),
  by(bo, 'AddNotificationRule', { ...method, ...rule, urgency: 'high', delayMinutes: 1 }),
  (chance) => ({ by: bo, command: { type: 'ChangeNotificationRule', data: { ...rule, delayMinutes: chance.drawBetween(0, 5) } } }),
  by(bo, 'RemoveNotificationRule', rule),
  addMethod,
  addMethod,
  someMethod('AskVerification'),
  someMethod('VerifyContactMethod', { codeCheck: 'right' }),
  someMethod('RemoveContactMethod'),
  invite,
  invite,
  renameSubscription,
  by(ana, 'RotateEventSubscriptionSecret', { subscriptionId, secretRef: 'secret-of-events' }),
  by(ana, 'DisableEventSubscription', { subscriptionId }),
  by(ana, 'EnableEventSubscription', { subscriptionId }),
  by(ana, 'EnableEventSubscription', { subscriptionId }),
  by(ana, 'TestEventSubscription', { subscriptionId }),
  by(ana, 'RetryFailures', {}),
];
