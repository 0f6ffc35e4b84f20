import type { Timer } from '@tocsin/kernel/react/process.js';
import { quietRank, rankOfUrgency } from '../../rules/ranks.js';
import { judgedAt } from './deadline.js';
import { newerZonesOf } from './zones.js';
import type { HeartbeatState } from './state.js';

/** A release brought another edition of the zone table: no page waits for that. */
const timersOfZones = (state: HeartbeatState): readonly Timer[] => {
  const { id: heartbeatId, since: dueAt, plannedBy } = state;
  const zones = newerZonesOf(state);
  return zones === null
    ? []
    : [{ name: 'zones', dueAt, plannedBy, rank: quietRank, command: { type: 'TakeHeartbeatZones', data: { heartbeatId, zones } } }];
};

/** Going down pages: it is decided among what is new of its urgency. */
export const timersOfHeartbeat = (state: HeartbeatState): readonly Timer[] => {
  const { id: heartbeatId, urgency, plannedBy } = state;
  const rank = rankOfUrgency(urgency, false);
  const ofZones = timersOfZones(state);
  const dueAt = judgedAt(state);
  if (dueAt === null) return ofZones;
  const command = { type: 'JudgeHeartbeat', data: { heartbeatId, dueAt, plannedBy } };
  return [...ofZones, { name: 'judge', dueAt, plannedBy, rank, command, ofSilence: true }];
};
