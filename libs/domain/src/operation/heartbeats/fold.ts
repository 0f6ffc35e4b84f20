import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import { firstEdition } from '@tocsin/contracts/schedules/zone-tables.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { earlierOf, laterOf, millisBetween } from '@tocsin/kernel/time.js';
import { changeExisting, type RowFold } from '../../rules/row-fold.js';
import { excusedUpTo, latestAnswerAt } from './answer.js';
import { addRun } from './apply-ping.js';
import { deadlineOf } from './deadline.js';
import { recentRecoveries } from './judge.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import type { HeartbeatState, OpenRun } from './state.js';

const atFirst: Omit<HeartbeatState, keyof FactOf<'HeartbeatCreated'> | 'id' | 'since' | 'stateSince' | 'plannedBy'> = {
  keys: [],
  endedKeys: [],
  state: 'inactive',
  expectedAt: null,
  lastPing: null,
  lastSuccessAt: null,
  pings: 0,
  hosts: [],
  runs: [],
  isHeldOpen: false,
  revision: 0,
  facts: 0,
  answeredAt: null,
  heardAt: null,
  openRuns: [],
  givenUp: 0,
  failed: 0,
  isFresh: false,
  extra: 0,
  isBack: false,
  recoveries: [],
  onTime: 0,
};

type Change<Data> = (state: HeartbeatState, data: Data, meta: FactMeta) => HeartbeatState;

/** A fact of its own stream about a heartbeat that there is; it plans anew. */
const change = <Data>(step: Change<Data>) =>
  changeExisting<HeartbeatState, Data>((state, data, meta) => ({
    ...step(state, data, meta),
    plannedBy: meta.eventId,
    facts: state.facts + 1,
  }));

const withRuns = ({ openRuns }: HeartbeatState, of: (run: OpenRun) => boolean, changed: Partial<OpenRun>): readonly OpenRun[] =>
  openRuns.map((run) => (of(run) ? { ...run, ...changed } : run));

/** What was expected until now is not any more: what counts is what comes. */
export const freshen = (state: HeartbeatState, at: string): HeartbeatState => ({
  ...state,
  answeredAt: state.answeredAt === null ? null : excusedUpTo(state, at),
  openRuns: withRuns(state, ({ isGivenUp }) => !isGivenUp, { from: at }),
});

const timing = ({ schedule, zones, grace, longestRun, tolerate }: HeartbeatState) => ({
  schedule,
  zones,
  grace,
  longestRun,
  tolerate,
});

/** What was changed counts from the next mark: it makes nothing overdue. */
const changeSettings: Change<FactOf<'HeartbeatChanged'>> = (state, { heartbeatId: _, ...settings }, { at }) => {
  const changed = { ...state, ...settings, zones: settings.zones ?? state.zones };
  return hasSameSettings(timing(state), timing(changed)) ? changed : freshen(changed, at);
};

/** Neither does another clock; one that shows the same changes nothing. */
export const takeZones = (
  state: HeartbeatState,
  { zones }: { readonly zones: string },
  { at }: { readonly at: string },
): HeartbeatState => {
  const next = { ...state, zones };
  return deadlineOf(next)?.at === deadlineOf(state)?.at ? next : freshen(next, at);
};

const goDown: Change<FactOf<'HeartbeatWentDown'>> = (state, { because, expectedAt, heardAt }, { at }) => ({
  ...state,
  state: because === 'failed' ? 'failing' : 'overdue',
  stateSince: at,
  expectedAt,
  onTime: 0,
  // a ping may have come while it was decided
  isBack: state.lastSuccessAt !== null && state.lastSuccessAt > (heardAt ?? ''),
  openRuns: because === 'ran_too_long' ? withRuns(state, ({ startedAt }) => startedAt === expectedAt, { isGivenUp: true }) : state.openRuns,
  runs: because === 'failed' ? state.runs : addRun(state.runs, { at, result: 'missed', millis: null, offMark: null }),
});

const giveUpRun: Change<FactOf<'HeartbeatRunGivenUp'>> = (state, { startedAt }, { at }) => ({
  ...state,
  givenUp: state.givenUp + 1,
  onTime: 0,
  answeredAt: excusedUpTo(state, at),
  openRuns: withRuns(state, (run) => run.startedAt === startedAt, { isGivenUp: true }),
  runs: addRun(state.runs, { at, result: 'missed', millis: null, offMark: null }),
});

/** Runs that it had when it went down may be long over their time. */
const recover: Change<FactOf<'HeartbeatRecovered'>> = (state, { resolves }, { at }) => ({
  ...state,
  state: 'healthy',
  stateSince: at,
  isBack: false,
  isHeldOpen: !resolves,
  onTime: 0,
  recoveries: [...recentRecoveries(state.recoveries, at), at],
  openRuns: withRuns(state, ({ startedAt }) => startedAt < state.stateSince, { isGivenUp: true }),
});

/** A fresh interval and grace, once until its next ping. */
const startFresh = (state: HeartbeatState, at: string): HeartbeatState =>
  state.isFresh || state.state !== 'healthy' || state.answeredAt === null ? state : { ...freshen(state, at), isFresh: true };

const excuse: Change<FactOf<'HeartbeatExcused'>> = (state, { more }, { at }) =>
  more === null ? startFresh(state, at) : { ...state, extra: state.extra + more };

export const heartbeatFold: RowFold<HeartbeatState, HeartbeatFact> = {
  id: ({ heartbeatId }) => heartbeatId,
  steps: {
    HeartbeatCreated: (row, { heartbeatId: id, ...settings }, { at, eventId: plannedBy }) =>
      row ?? { ...atFirst, id, ...settings, zones: settings.zones ?? firstEdition, since: at, stateSince: at, plannedBy, facts: 1 },
    HeartbeatChanged: change(changeSettings),
    HeartbeatZonesTaken: change(takeZones),
    HeartbeatKeyIssued: change((row, { keyHash, keyRef }, { at }) => ({ ...row, keys: [...row.keys, { keyHash, keyRef, since: at }] })),
    HeartbeatKeyEnded: change((row, { keyHash }, { at }) => ({
      ...row,
      keys: row.keys.filter((key) => key.keyHash !== keyHash),
      endedKeys: [
        ...row.endedKeys,
        ...row.keys.flatMap((key) => (key.keyHash === keyHash ? [{ keyHash, since: key.since, until: at }] : [])),
      ].slice(-heartbeatLimits.endedKeysKept),
    })),
    HeartbeatKeyRevealed: change((row) => row),
    HeartbeatRemoved: change((row, _data, { at }) => ({ ...row, state: 'removed', stateSince: at, expectedAt: null, isHeldOpen: false })),
    HeartbeatWentDown: change(goDown),
    HeartbeatRunGivenUp: change(giveUpRun),
    HeartbeatExcused: change(excuse),
    HeartbeatRecovered: change(recover),
    HeartbeatSettled: change((row) => ({ ...row, isHeldOpen: false, onTime: 0, recoveries: [] })),
  },
};

/**
 * No reactor ran: a fresh interval and grace. A further absence before its next ping only gives it as much more time as it lasted.
 */
export const afterAbsence = (state: HeartbeatState, from: string | null, to: string, plannedBy: string): HeartbeatState => {
  if (state.state !== 'healthy' || state.answeredAt === null) return state;
  if (!state.isFresh) return { ...startFresh(state, to), plannedBy };
  const since = laterOf(from ?? to, laterOf(state.heardAt ?? state.answeredAt, state.answeredAt));
  return { ...state, extra: state.extra + Math.max(0, millisBetween(since, to)), plannedBy };
};

/** A deadline of another one was found so late that no ping could be heard meanwhile. */
export const afterExcuse = (state: HeartbeatState, at: string, plannedBy: string): HeartbeatState => {
  const after = startFresh(state, at);
  return after === state ? state : { ...after, plannedBy };
};

/** The clock was set back: nothing was heard or answered later than it shows now. */
export const afterStepBack = (state: HeartbeatState, to: string, plannedBy: string): HeartbeatState => {
  const { heardAt, answeredAt, lastSuccessAt, openRuns } = state;
  return {
    ...state,
    plannedBy,
    heardAt: heardAt && earlierOf(heardAt, to),
    answeredAt: answeredAt && earlierOf(answeredAt, latestAnswerAt(state, to)),
    lastSuccessAt: lastSuccessAt && earlierOf(lastSuccessAt, to),
    openRuns: openRuns.map((run) => ({ ...run, from: earlierOf(run.from, to) })),
  };
};
