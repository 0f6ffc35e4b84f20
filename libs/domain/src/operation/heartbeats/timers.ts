import type { Timer } from '@tocsin/kernel/react/process.js';
import { rankOfUrgency } from '../../rules/ranks.js';
import { judgedAt } from './deadline.js';
import type { HeartbeatState } from './state.js';

/** Going down pages: it is decided among what is new of its urgency. */
export const timersOfHeartbeat = (state: HeartbeatState): readonly Timer[] => {
  const { id: heartbeatId, urgency, plannedBy } = state;
  const dueAt = judgedAt(state);
  if (dueAt === null) return [];
  const command = { type: 'JudgeHeartbeat', data: { heartbeatId, dueAt, plannedBy } };
  return [{ name: 'judge', dueAt, plannedBy, rank: rankOfUrgency(urgency, false), command, ofSilence: true }];
};
