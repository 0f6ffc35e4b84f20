import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { calendarOf } from './marks.js';
import { isDown, type HeartbeatState } from './state.js';

export type SignalFact = { readonly type: 'SignalReceived'; readonly data: FactOf<'SignalReceived'> };
type Down = FactOf<'HeartbeatWentDown'>;

const endCharacters = 1_000;
// oxlint-disable-next-line no-control-regex -- as JSON each of them takes six bytes
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** On the clock of its zone. */
const clockOf = ({ schedule, zones }: HeartbeatState, at: string): string => {
  const [zone, wall] =
    schedule.kind === 'cron' ? [schedule.zone, calendarOf(schedule, zones).zone.wallAt(toMillis(at))] : ['UTC', toMillis(at)];
  return `${toInstant(wall).slice(0, 16).replace('T', ' ')} (${zone})`;
};

const summaryOf = (state: HeartbeatState, { because, expectedAt }: Down): string => {
  const { name, lastPing, longestRun } = state;
  if (because === 'failed') {
    const status = lastPing?.exitStatus ?? null;
    return `${name} failed${status === null ? '' : ` with exit status ${status}`}`;
  }
  const at = expectedAt === null ? '' : clockOf(state, expectedAt);
  return because === 'missed' ? `${name} did not ping: expected at ${at}` : `${name} runs longer than ${longestRun} min: since ${at}`;
};

const detailsOf = (state: HeartbeatState): string => {
  const { lastPing } = state;
  if (!lastPing) return JSON.stringify({ 'Last ping': 'never' });
  const { at, from, agent, details } = lastPing;
  const shown = details
    ?.replaceAll(control, ' ')
    .slice(-endCharacters)
    .replace(/^[\udc00-\udfff]/, '');
  return JSON.stringify({
    'Last ping': clockOf(state, at),
    ...(from ? { From: from } : {}),
    ...(agent ? { 'User agent': agent } : {}),
    ...(shown ? { 'Last output': shown } : {}),
  });
};

const alertOf = (state: HeartbeatState, down: Down, now: string): SignalAlert => ({
  fingerprint: state.id,
  state: 'firing',
  startsAt: now,
  name: state.name,
  summary: summaryOf(state, down),
  severity: state.urgency === 'high' ? 'critical' : 'warning',
  severityWord: '',
  labels: { heartbeat: state.name, job: state.slug },
  links: [],
  details: detailsOf(state),
});

const received = (
  state: HeartbeatState,
  integration: IntegrationRow,
  signal: Pick<Signal, 'action' | 'alerts'>,
  now: string,
): SignalFact => ({
  type: 'SignalReceived',
  data: {
    integrationId: integration.id,
    serviceId: integration.serviceId,
    kind: integration.kind,
    receivedAt: now,
    signal: { ...signal, key: state.id, shape: 'each', complete: false, splitByName: false, cut: [], test: false },
    raw: null,
  },
});

/** What a judgement, or its removal, says to routing, as any monitoring system would. `state`: as it was before. */
export const signalsOf = (
  state: HeartbeatState,
  fact: HeartbeatFact,
  integration: IntegrationRow | undefined,
  now: string,
): readonly SignalFact[] => {
  // its service is gone with it
  if (!integration) return [];
  if (fact.type === 'HeartbeatWentDown')
    return [received(state, integration, { action: 'trigger', alerts: [alertOf(state, fact.data, now)] }, now)];
  const isOver =
    fact.type === 'HeartbeatSettled' ||
    (fact.type === 'HeartbeatRemoved' && (isDown(state) || state.isHeldOpen)) ||
    (fact.type === 'HeartbeatRecovered' && fact.data.resolves);
  return isOver ? [received(state, integration, { action: 'resolve', alerts: [] }, now)] : [];
};
