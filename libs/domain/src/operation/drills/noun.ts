import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { quietRank } from '../../rules/ranks.js';
import type { OpenDrillRow } from '../alert-groups/shared/open-drill-reads.js';
import { drillDecider } from './decider.js';
import { drillsProcess } from './drills.process.js';
import { drillsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [drillDecider];
export const processes = [drillsProcess];

const timersOf = ({ id: drillId, to, openings, startedAt, startEvent, planEvent }: OpenDrillRow): readonly Timer[] => {
  const end: Timer = {
    name: 'end',
    dueAt: to,
    plannedBy: planEvent,
    rank: quietRank,
    command: { type: 'EndDrillOnTime', data: { drillId } },
  };
  if (startedAt === null || startEvent === null) return [end];
  const opens = openings.flatMap(({ after, number, groupId }): Timer[] => {
    const command = { type: 'OpenDrillGroup', data: { drillId, groupId } };
    return number === undefined
      ? [{ name: `open:${groupId}`, dueAt: addMillis(startedAt, after), plannedBy: startEvent, rank: quietRank, command }]
      : [];
  });
  return [end, ...opens];
};
export const timers: readonly TimedRows[] = [{ view: 'openDrills', category: 'drill', due: timersOf }];
export const views = [drillsView];
