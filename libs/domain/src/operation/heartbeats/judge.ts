import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { deadlineOf, isPending, type Deadline } from './deadline.js';
import { isDown, type HeartbeatState } from './state.js';

const aboutOf = ({ id: heartbeatId, integrationId }: HeartbeatState) => ({ heartbeatId, integrationId });

/** Recoveries that count towards the next one. */
export const recentRecoveries = (recoveries: readonly string[], now: string): readonly string[] =>
  recoveries.filter((at) => millisBetween(at, now) < heartbeatLimits.restless.within);

const recover = (state: HeartbeatState, now: string): HeartbeatFact => {
  const isRestless = recentRecoveries(state.recoveries, now).length + 1 >= heartbeatLimits.restless.recoveries;
  return { type: 'HeartbeatRecovered', data: { ...aboutOf(state), resolves: !isRestless && !state.isHeldOpen } };
};

const fail = (state: HeartbeatState): HeartbeatFact => ({
  type: 'HeartbeatWentDown',
  data: { ...aboutOf(state), because: 'failed', expectedAt: null, heardAt: state.heardAt },
});

const miss = (state: HeartbeatState, { at, because, expectedAt, run }: Deadline, now: string): HeartbeatFact => {
  const { away } = alertGroupLimits.ending;
  const lateMs = millisBetween(at, now);
  // nothing could be heard meanwhile; what had a fresh interval gets as much more
  if (lateMs > away)
    return { type: 'HeartbeatExcused', data: { ...aboutOf(state), from: at, more: state.isFresh ? lateMs + away : null, late: lateMs } };
  if (run && state.givenUp < state.tolerate)
    return { type: 'HeartbeatRunGivenUp', data: { ...aboutOf(state), runId: run.runId, startedAt: run.startedAt } };
  const late = lateMs > limits.foundLate ? { late: lateMs } : {};
  return { type: 'HeartbeatWentDown', data: { ...aboutOf(state), because, expectedAt, heardAt: state.heardAt, ...late } };
};

/** What is to be recorded about a heartbeat next; null: nothing. */
export const judge = (state: HeartbeatState, now: string): HeartbeatFact | null => {
  if (isPending(state)) {
    if (isDown(state)) return recover(state, now);
    return state.failed > state.tolerate ? fail(state) : { type: 'HeartbeatSettled', data: aboutOf(state) };
  }
  const deadline = deadlineOf(state);
  return deadline && addMillis(deadline.at, heartbeatLimits.settles) <= now ? miss(state, deadline, now) : null;
};
