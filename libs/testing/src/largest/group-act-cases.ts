import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { LargestCases } from './case.js';
import { cast, everybodyPaged, paging, peopleOf } from './crowd.js';
import { longest, person } from './large-world.js';
import { acknowledged, snoozed, over, onGroup, lastPage, ofPage, listed, again } from './group-history.js';

const marked = (groupId: string): Fact => ({ type: 'AlertGroupMarkedAsNoise', data: { groupId, opening: 1, text: 'Known' } });

/** Acts of people on an alert group. */
export const groupCases: LargestCases = {
  AcknowledgeAlertGroup: () => onGroup(everybodyPaged),
  UnacknowledgeAlertGroup: () => onGroup((id) => [acknowledged(id)]),
  SnoozeAlertGroup: () => onGroup(everybodyPaged, { minutes: 30 }),
  UnsnoozeAlertGroup: () => onGroup((id) => [...everybodyPaged(id), snoozed(id)]),
  RenewAcknowledgement: () => onGroup((id) => [acknowledged(id)]),
  TakeOverAlertGroup: () => onGroup(everybodyPaged),
  JoinAlertGroup: () => onGroup((id) => [acknowledged(id, person(5)), ...again(id)]),
  ReassignAlertGroup: () => onGroup((id) => [acknowledged(id), ...again(id)], { personId: person(1) }),
  EscalateAlertGroup: () => onGroup((id) => [...everybodyPaged(id), acknowledged(id)]),
  ResolveAlertGroup: () => onGroup(everybodyPaged),
  ReopenAlertGroup: () => onGroup((id) => [...listed(id), over(id)], { iHaveIt: false }),
  AddNote: () => onGroup((id) => [acknowledged(id), ...again(id)], { text: longest(10_000) }),
  MarkAlertGroupAsNoise: () => onGroup((id) => [acknowledged(id), ...again(id)], { reason: longest(limits.noiseReasonCharacters) }),
  RemoveNoiseMark: () => onGroup((id) => [acknowledged(id), marked(id), ...again(id)]),
  AddResponders: () => {
    const others = peopleOf(cast.others);
    const paged = others.slice(0, limits.pagedByHand - limits.targetsPerStep);
    const asked = others.slice(paged.length, limits.pagedByHand).map((personId) => ({ kind: 'person', personId }));
    return onGroup((id) => [...paged.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), acknowledged(id)], {
      targets: asked,
    });
  },
  AddResponder: () => {
    const others = peopleOf(cast.others).slice(0, limits.pagedByHand - 1);
    return onGroup((id) => others.flatMap((other) => paging(id, other, { kind: 'person', by: person(0) })), { personId: person(1) });
  },
  ResendMessage: () => {
    const one = onGroup(again);
    const { groupId } = one.data as { groupId: string };
    const { pageId, slot, attemptId } = lastPage(one);
    one.large.has(`alertGroup-${groupId}`, { type: 'AttemptSent', data: { groupId, pageId, attemptId: attemptId!, providerId: null } });
    return { ...one, data: { groupId, pageId, messageId: slot } };
  },
  AnswerPage: () => ofPage(onGroup(again), ({ pageId }) => ({ pageId })),
};
