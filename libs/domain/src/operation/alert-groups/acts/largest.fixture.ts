import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { cast, pageEveryone, paging, peopleOf } from '@tocsin/testing/largest/crowd.js';
import { longest, person } from '@tocsin/testing/largest/large-world.js';
import {
  groupAcknowledged,
  groupSnoozed,
  groupResolved,
  onGroup,
  ofPage,
  listedAlerts,
  pagedAgain,
  sendLastPage,
} from '@tocsin/testing/largest/group-history.js';

const markedAsNoise = (groupId: string): Fact => ({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening: 1, text: 'Known' } });

/** Acts of people on an alert group. */
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
  AddNote: () => onGroup((id) => [groupAcknowledged(id), ...pagedAgain(id)], { text: longest(10_000) }),
  MarkAlertGroupAsNoise: () =>
    onGroup((id) => [groupAcknowledged(id), ...pagedAgain(id)], { reason: longest(alertGroupLimits.noiseReasonCharacters) }),
  RemoveNoiseMark: () => onGroup((id) => [groupAcknowledged(id), markedAsNoise(id), ...pagedAgain(id)]),
  AddResponders: () => {
    const otherPeople = peopleOf(cast.others);
    const paged = otherPeople.slice(0, alertGroupLimits.pagedByHand - policyLimits.targetsPerStep);
    const askedPeople = otherPeople.slice(paged.length, alertGroupLimits.pagedByHand).map((personId) => ({ kind: 'person', personId }));
    return onGroup((id) => [...paged.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), groupAcknowledged(id)], {
      targets: askedPeople,
    });
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
