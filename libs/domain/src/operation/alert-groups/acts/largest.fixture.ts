import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { cast, groupOpened, largestAlerts, pageEveryone, paging, peopleOf, signalRef } from '@tocsin/testing/largest/crowd.js';
import { longest, many, nth, person } from '@tocsin/testing/largest/large-world.js';
import {
  groupAcknowledged,
  groupSnoozed,
  groupResolved,
  onGroup,
  ofPage,
  listedAlerts,
  listedKeys,
  pagedAgain,
  sendLastPage,
} from '@tocsin/testing/largest/group-history.js';

const markedAsNoise = (groupId: string): Fact => ({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening: 1, text: 'Known' } });

const bySender: Actor = { kind: 'sender', id: nth('17', 0), roles: [] };

/** Acts of people, and of senders, on an alert group. */
export const largest: LargestCases = {
  AcknowledgeAlertGroup: () => onGroup(pageEveryone),
  UnacknowledgeAlertGroup: () => onGroup((id) => [groupAcknowledged(id)]),
  SnoozeAlertGroup: () => onGroup(pageEveryone, { minutes: 30 }),
  UnsnoozeAlertGroup: () => onGroup((id) => [...pageEveryone(id), groupSnoozed(id)]),
  RenewAcknowledgement: () => onGroup((id) => [groupAcknowledged(id)]),
  TakeOverAlertGroup: () => onGroup(pageEveryone),
  JoinAlertGroup: () => onGroup((id) => [groupAcknowledged(id, person(5)), ...pagedAgain(id)]),
  ReassignAlertGroup: () => onGroup((id) => [groupAcknowledged(id), ...pagedAgain(id)], { personId: person(1) }),
  EscalateAlertGroup: () => onGroup((id) => [...pageEveryone(id), groupAcknowledged(id)]),
  ResolveAlertGroup: () => onGroup(pageEveryone),
  ReopenAlertGroup: () => onGroup((id) => [...listedAlerts(id), groupResolved(id)], { iHaveIt: false }),
  LinkAlertGroup: () => {
    const one = onGroup(pageEveryone, { toGroupId: nth('a9', 9) });
    one.large.has(`alertGroup-${nth('a9', 9)}`, groupOpened(nth('a9', 9)));
    return one;
  },
  UnlinkAlertGroup: () => onGroup((id) => [...pageEveryone(id), { type: 'AlertGroupLinked', data: { groupId: id, storm: nth('a9', 9) } }]),
  AddNote: () => onGroup((id) => [groupAcknowledged(id), ...pagedAgain(id)], { text: longest(10_000) }),
  MarkAlertGroupAsNoise: () =>
    onGroup((id) => [groupAcknowledged(id), ...pagedAgain(id)], { reason: longest(alertGroupLimits.noiseReasonCharacters) }),
  RemoveNoiseMark: () => onGroup((id) => [groupAcknowledged(id), markedAsNoise(id), ...pagedAgain(id)]),
  AnswerActionNeeded: () => {
    const one = onGroup(pageEveryone, { answer: 'yes' });
    const { groupId } = one.data as { groupId: string };
    one.large.does({ type: 'ResolveAlertGroup', data: { groupId } }, one.actor);
    return one;
  },
  AddResponders: () => {
    const otherPeople = peopleOf(cast.others);
    const paged = otherPeople.slice(0, alertGroupLimits.pagedByHand - policyLimits.targetsPerStep);
    const askedPeople = otherPeople.slice(paged.length, alertGroupLimits.pagedByHand).map((personId) => ({ kind: 'person', personId }));
    return onGroup((id) => [...paged.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), groupAcknowledged(id)], {
      targets: askedPeople,
    });
  },
  ActBySender: () => {
    const otherPeople = peopleOf(cast.others);
    const targets = otherPeople.slice(0, policyLimits.targetsPerStep).map((personId) => ({ kind: 'person' as const, personId }));
    const data = { signal: signalRef, thread: 'thread', key: 'key', integrationId: nth('17', 0), act: { kind: 'add_responders', targets } };
    return onGroup((id) => [groupAcknowledged(id)], data, bySender);
  },
  'ActBySender, which rewrites an alert': () => {
    const characters = integrationLimits.labelCharacters;
    const labelsOf = (from: number) =>
      Object.fromEntries(
        many(integrationLimits.labelsPerAlert, (n) => [`${from + n}${longest(characters)}`.slice(0, characters), longest(characters)]),
      );
    const tags = many(integrationLimits.labelsPerAlert, (n) => `${n}${longest(characters)}`.slice(0, characters));
    const details = longest(integrationLimits.detailsBytes / 6);
    const act = { kind: 'rewrite', summary: longest(1_024), details, labels: labelsOf(100), tags };
    const alert = { ...largestAlerts()[0]!, labels: labelsOf(0) };
    const withLabels = (groupId: string): readonly Fact[] => [
      ...listedAlerts(groupId),
      { type: 'AlertsReworded', data: { groupId, signal: signalRef, alerts: [alert], title: longest(1_024) } },
    ];
    return onGroup(withLabels, { signal: signalRef, thread: 'thread', key: listedKeys[0]!, integrationId: nth('17', 0), act }, bySender);
  },
  AddResponder: () => {
    const otherPeople = peopleOf(cast.others).slice(0, alertGroupLimits.pagedByHand - 1);
    return onGroup((id) => otherPeople.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), { personId: person(1) });
  },
  ResendMessage: () => {
    const one = onGroup(pagedAgain);
    const { pageId, slot } = sendLastPage(one);
    return { ...one, data: { ...one.data, pageId, messageId: slot } };
  },
  AnswerPage: () => ofPage(onGroup(pagedAgain), ({ pageId }) => ({ pageId })),
};
