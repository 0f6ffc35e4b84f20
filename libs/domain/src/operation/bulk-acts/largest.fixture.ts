import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { groupWith } from '@tocsin/testing/largest/crowd.js';
import { actorWithRole, bySystem, longest, many, nth, person } from '@tocsin/testing/largest/large-world.js';

const me = actorWithRole(person(0), 'owner');
const bulkActId = nth('ba', 0);
const groupIds = many(bulkActLimits.bulkByFilter, (n) => nth('9b', n));
const bulkActData = { bulkActId, act: 'AcknowledgeAlertGroup', filter: longest(2_048), ordinal: 1 } as const;
const bulkActStarted: Fact = { type: 'BulkActStarted', data: { ...bulkActData, groupIds } };

/** The first batch was worked, and the next one has not been requested. */
const halfWay: Fact = {
  type: 'BulkActWorked',
  data: { bulkActId, act: bulkActData.act, undo: false, upTo: bulkActLimits.bulk, left: 0, groupIds: [], held: [], leftOut: [] },
};

const onAct = (facts: readonly Fact[], data: object, actor = me): LargestCase => {
  const { large } = groupWith(() => []);
  if (facts.length > 0) large.has(`bulkAct-${bulkActId}`, ...facts);
  return { large, data, actor };
};

/** An act whose first group was acknowledged, and whose others are left out already. */
const sentToOne = (): LargestCase => {
  const { large, groupId } = groupWith(() => []);
  const data = { bulkActId: nth('ba', 1), groupId };
  const act = { bulkActId: data.bulkActId, groupIds: [groupId, ...groupIds.slice(1)] };
  large.does({ type: 'ActOnFiltered', data: { ...bulkActData, ...act } }, me);
  return { large, data, actor: bySystem };
};

/** All groups were removed: each is listed with the reason. */
export const largest: LargestCases = {
  ActOnFiltered: () => onAct([], { ...bulkActData, groupIds }),
  WorkBulkAct: () => onAct([bulkActStarted, halfWay], { bulkActId, undo: false, from: bulkActLimits.bulk }),
  LeaveOutOfBulkAct: sentToOne,
  UndoBulkAct: () => onAct([bulkActStarted, halfWay], { bulkActId }, bySystem),
};
