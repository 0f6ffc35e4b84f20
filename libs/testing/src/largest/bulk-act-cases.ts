import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { LargestCase, LargestCases } from './case.js';
import { groupWith } from './crowd.js';
import { actorWithRole, bySystem, longest, many, nth, person } from './large-world.js';

const me = actorWithRole(person(0), 'owner');
const bulkActId = nth('ba', 0);
const groupIds = many(limits.bulkByFilter, (n) => nth('9b', n));
const bulkActData = { bulkActId, act: 'AcknowledgeAlertGroup', filter: longest(2_048), ordinal: 1 } as const;
const bulkActStarted: Fact = { type: 'BulkActStarted', data: { ...bulkActData, groupIds } };

/** The first batch was worked, and the next one has not been requested. */
const halfWay: Fact = {
  type: 'BulkActWorked',
  data: { bulkActId, act: bulkActData.act, undo: false, upTo: limits.bulk, left: 0, groupIds: [], held: [], leftOut: [] },
};

const allSent: Fact = { type: 'BulkActWorked', data: { ...halfWay.data, groupIds } };

const onAct = (facts: readonly Fact[], data: object, actor = me): LargestCase => {
  const { large } = groupWith(() => []);
  if (facts.length > 0) large.has(`bulkAct-${bulkActId}`, ...facts);
  return { large, data, actor };
};

/** All groups were removed: each is listed with the reason. */
export const bulkActCases: LargestCases = {
  ActOnFiltered: () => onAct([], { ...bulkActData, groupIds }),
  WorkBulkAct: () => onAct([bulkActStarted, halfWay], { bulkActId, undo: false, from: limits.bulk }),
  LeaveOutOfBulkAct: () => onAct([bulkActStarted, allSent], { bulkActId, groupId: groupIds[0]! }, bySystem),
  UndoBulkAct: () => onAct([bulkActStarted, halfWay], { bulkActId }, bySystem),
};
