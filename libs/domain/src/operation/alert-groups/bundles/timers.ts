import type { BundleLine } from '@tocsin/contracts/alert-groups/bundles.js';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import { quietRank, rankOfUrgency } from '../../../rules/ranks.js';
import type { DuePlan } from '../due-plan.js';
import type { BundleCommand } from './commands.js';
import type { RingsRow } from './rings-row.js';

const createTimer = (name: 'held' | 'free', personId: string, key: string, { dueAt, plannedBy }: DuePlan): Timer => {
  const [contactMethodId, line] = key.split(' ') as [string, BundleLine];
  const command: BundleCommand = { type: 'FormBundle', data: { personId, contactMethodId, line, dueAt, plannedBy } };
  const rank = line === 'quiet' ? quietRank : rankOfUrgency(line, false);
  return { name: `${name}:${key}`, dueAt, plannedBy, command, rank, gathersUntil: addMillis(dueAt, duration.second) };
};

const ringTimersOf = ({ personId, lines }: RingsRow): readonly Timer[] =>
  Object.entries(lines).flatMap(([key, { held, free }]) => [
    ...(held ? [createTimer('held', personId, key, held)] : []),
    ...(free ? [createTimer('free', personId, key, free)] : []),
  ]);

/** One timer for everything that waits for a person by one way: the wait may end sooner when they answer. */
export const bundleTimers: TimedRows = { view: 'rings', category: 'bundle', due: (row: RingsRow) => ringTimersOf(row) };
