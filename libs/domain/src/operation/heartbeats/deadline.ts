import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis, earlierOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { calendarOf, graceAt } from './marks.js';
import { isDown, type HeartbeatState, type OpenRun } from './state.js';

const { minute } = duration;

/** `because`: what it is, when it has passed. `expectedAt`: the first mark that is unanswered, or the start of the run. */
export interface Deadline {
  readonly at: string;
  readonly because: 'missed' | 'ran_too_long';
  readonly expectedAt: string;
  readonly run?: OpenRun;
}

const deadlineOfRun = ({ longestRun, extra }: HeartbeatState, run: OpenRun): Deadline => ({
  at: addMillis(run.from, longestRun * minute + extra),
  because: 'ran_too_long',
  expectedAt: run.startedAt,
  run,
});

/** So many marks in a row must be unanswered. */
const missesOf = ({ tolerate, givenUp }: HeartbeatState): number => Math.max(1, tolerate + 1 - givenUp);

const never = Number.MAX_SAFE_INTEGER;

/** The first time after an instant at which a ping is expected. */
const markAfter = ({ schedule, zones }: HeartbeatState, at: number): number =>
  schedule.kind === 'interval' ? at + schedule.every * minute : calendarOf(schedule, zones).after(at);

/** Until when a ping for a mark is in time. */
const endOfGrace = ({ schedule, zones, grace, extra }: HeartbeatState, mark: number): number =>
  mark + (schedule.kind === 'interval' ? grace * minute : graceAt(calendarOf(schedule, zones), grace, mark)) + extra;

const deadlineOfMarks = (state: HeartbeatState, answeredAt: string): Deadline | null => {
  const first = markAfter(state, toMillis(answeredAt));
  let last = first;
  for (let n = 1; n < missesOf(state) && last !== never; n += 1) last = markAfter(state, last);
  if (last === never) return null;
  return { at: toInstant(endOfGrace(state, last)), because: 'missed', expectedAt: toInstant(first) };
};

/** While a run goes on, only its own deadline counts. */
const runsIn = ({ openRuns }: HeartbeatState): readonly OpenRun[] => openRuns.filter(({ isGivenUp }) => !isGivenUp);

/**
 * Marks that were missed before one that a failure or a run of this instant answers, which count until the next success; and the last of them, if any.
 */
export const missedBefore = (state: HeartbeatState, at: string): Pick<HeartbeatState, 'givenUp' | 'answeredAt'> => {
  let { givenUp, answeredAt } = state;
  if (state.state !== 'healthy' || answeredAt === null || runsIn(state).length > 0) return { givenUp, answeredAt };
  const now = toMillis(at);
  for (let mark = markAfter(state, toMillis(answeredAt)); givenUp < state.tolerate; givenUp += 1) {
    const next = endOfGrace(state, mark) < now ? markAfter(state, mark) : never;
    if (next > now) break;
    answeredAt = toInstant(mark);
    mark = next;
  }
  return { givenUp, answeredAt };
};

/** Until when a healthy heartbeat must be heard; null: it is not, or is never expected. A ping at this very instant is in time. */
export const deadlineOf = (state: HeartbeatState): Deadline | null => {
  if (state.state !== 'healthy' || state.answeredAt === null) return null;
  const runs = runsIn(state).map((run) => deadlineOfRun(state, run));
  if (runs.length > 0) return runs.reduce((first, one) => (earlierOf(first.at, one.at) === first.at ? first : one));
  return deadlineOfMarks(state, state.answeredAt);
};

/** Whether there is something to record that no deadline must pass for. */
export const isPending = (state: HeartbeatState): boolean => {
  if (isDown(state)) return state.isBack;
  if (state.state !== 'healthy') return false;
  return state.failed > state.tolerate || (state.isHeldOpen && state.onTime >= heartbeatLimits.restless.onTime);
};

/** When it must be judged; null: not before it pings. */
export const judgedAt = (state: HeartbeatState): string | null => {
  // the clock may have been set back since it was heard
  if (isPending(state)) return state.heardAt && earlierOf(state.heardAt, state.lastPing?.at ?? state.heardAt);
  const deadline = deadlineOf(state);
  return deadline && addMillis(deadline.at, heartbeatLimits.settles);
};

/** When it is expected next, for people. */
export const expectedAtOf = (state: HeartbeatState): string | null => {
  if (state.state !== 'healthy' || state.answeredAt === null) return null;
  return runsIn(state).length > 0 ? deadlineOf(state)!.at : (deadlineOfMarks(state, state.answeredAt)?.expectedAt ?? null);
};
