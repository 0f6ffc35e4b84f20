import type { Timer } from '@tocsin/kernel/react/process.js';
import { quietRank, rankOfUrgency } from '../../rules/ranks.js';
import { judgedAt } from './deadline.js';
import { newerZonesOf } from './zones.js';
import type { HeartbeatState } from './state.js';

/** Going down pages: it is decided among what is new of its urgency. */
export const timersOfHeartbeat = (state: HeartbeatState): readonly Timer[] => {
  const { id: heartbeatId, urgency, since, plannedBy } = state;
  const zones = newerZonesOf(state);
  // nothing is judged by marks of which a release knows better
  if (zones !== null)
    return [
      { name: 'zones', dueAt: since, plannedBy, rank: quietRank, command: { type: 'TakeHeartbeatZones', data: { heartbeatId, zones } } },
    ];
  const dueAt = judgedAt(state);
  if (dueAt === null) return [];
  const command = { type: 'JudgeHeartbeat', data: { heartbeatId, dueAt, plannedBy } };
  return [{ name: 'judge', dueAt, plannedBy, rank: rankOfUrgency(urgency, false), command, ofSilence: true }];
};
