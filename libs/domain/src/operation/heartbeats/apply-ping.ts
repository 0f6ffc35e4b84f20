import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import type { PingKind } from '@tocsin/contracts/heartbeats/pings.js';
import { laterOf, millisBetween } from '@tocsin/kernel/time.js';
import { answerOf, excusedUpTo, offMarkOf } from './answer.js';
import { missedBefore } from './deadline.js';
import { isDown, type HeartbeatState, type OpenRun } from './state.js';

export interface Ping {
  readonly at: string;
  readonly kind: PingKind;
  readonly runId: string | null;
  /** How many of this kind, the last at that instant. */
  readonly count: number;
  /** Null: said by none of them. */
  readonly words: Pick<NonNullable<HeartbeatRow['lastPing']>, 'exitStatus' | 'from' | 'agent' | 'details' | 'outputIn'> | null;
}

type Run = HeartbeatRow['runs'][number];

export const addRun = (runs: readonly Run[], run: Run): Run[] => [...runs, run].slice(-heartbeatLimits.shownRuns);

const unsaid = { exitStatus: null, from: '', agent: '', details: null, outputIn: null };

/** What of a ping is shown, whatever it says. */
const withPing = (state: HeartbeatState, { at, kind, count, words }: Ping): HeartbeatState => {
  const { from, agent } = state.lastPing ?? unsaid;
  const lastPing = { at, kind, ...(words ?? { ...unsaid, from, agent }) };
  const hosts =
    words === null || words.from === state.hosts.at(-1) ? state.hosts : [...state.hosts.filter((one) => one !== words.from), words.from];
  return { ...state, lastPing, pings: state.pings + count, hosts: hosts.slice(-heartbeatLimits.shownHosts) };
};

/** It is alive, and gets no more time for absences of before. */
const heard = (state: HeartbeatState, at: string, plannedBy: string): HeartbeatState => ({
  ...state,
  plannedBy,
  heardAt: laterOf(state.heardAt ?? at, at),
  isFresh: false,
  extra: 0,
  ...(state.state === 'inactive' ? { state: 'healthy' as const, stateSince: at } : {}),
});

/** A new start replaces the run of the same id. */
const begin = (state: HeartbeatState, { at, runId }: Ping): HeartbeatState => {
  const others = state.openRuns.filter((run) => run.runId !== runId);
  const begun: OpenRun = { runId, startedAt: at, from: at, isGivenUp: false };
  const { givenUp, answeredAt } = missedBefore(state, at);
  return {
    ...state,
    givenUp,
    answeredAt: answeredAt ?? excusedUpTo(state, at),
    openRuns: [...others, begun].slice(-heartbeatLimits.openRuns),
  };
};

/** An end answers a mark, whatever the job says of itself. */
const end = (state: HeartbeatState, { at, kind, runId }: Ping): HeartbeatState => {
  const run = state.openRuns.find((one) => one.runId === runId);
  const { answeredAt, isOnTime } = answerOf(state, at);
  // when it ends says how long it takes, not by which clock it runs
  const offMark = offMarkOf(state, run?.startedAt ?? at);
  const result = kind === 'fail' ? ('fail' as const) : ('success' as const);
  const ended: HeartbeatState = {
    ...state,
    answeredAt: laterOf(state.answeredAt ?? answeredAt, answeredAt),
    openRuns: state.openRuns.filter((one) => one !== run),
    runs: addRun(state.runs, { at, result, millis: run ? Math.max(0, millisBetween(run.startedAt, at)) : null, offMark }),
  };
  if (result === 'fail') return { ...ended, failed: state.failed + 1, givenUp: missedBefore(state, at).givenUp, onTime: 0 };
  return {
    ...ended,
    lastSuccessAt: laterOf(state.lastSuccessAt ?? at, at),
    failed: 0,
    givenUp: 0,
    isBack: isDown(state),
    onTime: state.onTime + (state.isHeldOpen && isOnTime && !isDown(state) ? 1 : 0),
  };
};

/** A log changes nothing but what is shown, and so do pings of a heartbeat that was removed. */
export const applyPing = (before: HeartbeatState, ping: Ping, eventId: string): HeartbeatState => {
  const state = withPing(before, ping);
  if (ping.kind === 'log' || state.state === 'removed') return state;
  const after = ping.kind === 'start' ? begin(state, ping) : end(state, ping);
  return heard(after, ping.at, eventId);
};
