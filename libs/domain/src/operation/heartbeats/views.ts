import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { factMetaOf } from '@tocsin/kernel/decide/decider.js';
import { indexBy } from '@tocsin/kernel/rows/grouped.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { viewOf } from '../../rules/row-fold.js';
import { applyPing, type Ping } from './apply-ping.js';
import { expectedAtOf } from './deadline.js';
import { afterAbsence, afterExcuse, afterStepBack, heartbeatFold } from './fold.js';
import { bookkeeping, fleeting, isDown, type HeartbeatState } from './state.js';

type Change<E extends Recorded> = RowChange<HeartbeatState, E>;

const pingOf = ({ id, data }: RecordedOf<'PingReceived'>): Ping => {
  const { receivedAt: at, kind, runId, exitStatus, from, agent, details, raw } = data;
  const outputIn = raw === null || isErased(raw) ? null : id;
  return { at, kind, runId, count: 1, words: { exitStatus, from, agent, details, outputIn } };
};

const pingReceived: Change<RecordedOf<'PingReceived'>> = {
  keys: ({ data }) => [data.heartbeatId],
  row: (row, event) => row && applyPing(row, pingOf(event), event.id),
};

const byHeartbeat = indexBy(({ id }: RecordedOf<'PingsCounted'>['data']['pings'][number]) => [id]);

const pingsCounted: Change<RecordedOf<'PingsCounted'>> = {
  keys: ({ data }) => [...byHeartbeat(data.pings).keys()],
  row: (row, { id: eventId, data, meta }, key) => {
    const { ago, n: count = 1 } = byHeartbeat(data.pings).get(key)![0]!;
    return row && applyPing(row, { at: addMillis(meta.at, -ago), kind: 'success', runId: null, count, words: null }, eventId);
  },
};

/** Rows that the view has in memory: screens show no deadline. */
const absence = <E extends Recorded>(timesOf: (event: E) => readonly [from: string | null, to: string]): Change<E> => ({
  keys: (_event, ids) => [...ids.all()],
  row: (row, event) => row && afterAbsence(row, ...timesOf(event), event.id),
});

/** Its own, by its fold; the others could not be heard either. */
const excused: Change<RecordedOf<'HeartbeatExcused'>> = {
  keys: (_event, ids) => [...ids.all()],
  row: (row, event, key) => {
    const { id, data, meta } = event;
    if (key === data.heartbeatId) return heartbeatFold.steps.HeartbeatExcused(row, data, factMetaOf(event));
    return row && afterExcuse(row, meta.at, id);
  },
};

const steppedBack: Change<RecordedOf<'ClockSteppedBack'>> = {
  keys: (_event, ids) => [...ids.all()],
  row: (row, { id, data }) => row && afterStepBack(row, data.to, id),
};

const pingChanges = { PingReceived: pingReceived, PingsCounted: pingsCounted, HeartbeatExcused: excused };

/** What follows from everything else, computed once a change; and how far its own stream is known. */
const withFollowing = (on: View<HeartbeatState>['on']): View<HeartbeatState>['on'] =>
  Object.fromEntries(
    Object.entries(on as Record<string, Change<Recorded>>).map(([type, { keys, row }]): [string, Change<Recorded>] => [
      type,
      {
        keys,
        row: (before, event, key) => {
          const after = row(before, event, key);
          if (!after) return after;
          const { stream, revision } = event;
          const known = stream === `heartbeat-${key}` ? { ...after, revision } : after;
          return isDown(known) ? known : { ...known, expectedAt: expectedAtOf(known) };
        },
      },
    ]),
  );

const view = viewOf<HeartbeatState, HeartbeatFact>('heartbeats', heartbeatFold, {
  on: {
    ...(pingChanges as View<HeartbeatState, RecordedFact>['on']),
    ReactorStarted: absence<RecordedOf<'ReactorStarted'>>(({ data, meta }) => [data.awayFrom, meta.at]),
    ClockSteppedBack: steppedBack,
    ClockSteppedForward: absence<RecordedOf<'ClockSteppedForward'>>(({ data }) => [data.from, data.to]),
  },
  columns: { state: ({ state }) => state, integrationId: ({ integrationId }) => integrationId },
});

/** All heartbeats, with what their deadlines follow from. Their past is their states and settings. */
export const heartbeatsView: View<HeartbeatState> = { ...view, on: withFollowing(view.on), bookkeeping, fleeting };
