import type { TimedRows } from '@tocsin/kernel/registry.js';
import { machineRank } from '../../rules/ranks.js';
import { followersDecider } from './decider.js';
import type { FollowedRow } from './followed-row.js';

export * as memory from './memory.js';
export const inputs = {};
export const deciders = [followersDecider];
/** It pages no one: after everything that does. */
export const timers: readonly TimedRows[] = [
  {
    view: 'followedServices',
    category: 'followers',
    due: ({ serviceId, due }: FollowedRow) =>
      due ? [{ name: 'news', ...due, rank: machineRank, command: { type: 'NotifyFollowers', data: { serviceId, ...due } } }] : [],
  },
];
