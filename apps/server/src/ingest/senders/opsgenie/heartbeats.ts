import type { HeartbeatSchedule } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { z } from 'zod';
import { kindOf, refuseMissing, refuseUnrecognized, type Arrival, type FormatAnswer, type SenderRoute } from '../../format.js';
import { asObject, asTrimmedText } from '../../parsing/lenient-fields.js';
import { refOfName } from '../../ping-fields.js';
import { nothing, type LookupReading, type NothingReading, type PingReading, type Refusal } from '../../reading.js';

const requestId = { took: z.number(), requestId: z.string() };
const pong: FormatAnswer = {
  status: 202,
  says: 'Stored on disk; also for a name that is not known.',
  shape: { name: 'OpsgeniePong', schema: z.object({ result: z.literal('PONG - Heartbeat received'), ...requestId }) },
};
const made: FormatAnswer = {
  status: 201,
  says: 'Created, or there already.',
  shape: {
    name: 'OpsgenieHeartbeat',
    schema: z.object({ data: z.object({ name: z.string(), enabled: z.boolean(), expired: z.boolean() }), ...requestId }),
  },
};

const ping: SenderRoute = {
  methods: ['GET', 'POST', 'PUT', 'PATCH'],
  path: '/v2/heartbeats/:name+/ping',
  says: 'Opsgenie’s heartbeats, with any prefix before it: a ping.',
  body: 'any',
  answers: [pong],
};
const create: SenderRoute = {
  methods: ['POST'],
  path: '/v2/heartbeats',
  says: 'Opsgenie’s heartbeats: creates one, with an interval and without grace.',
  body: 'json',
  answers: [made],
};
const turns: readonly SenderRoute[] = ['enable', 'disable'].map((act) => ({
  methods: ['POST', 'GET'],
  path: `/v2/heartbeats/:name+/${act}`,
  says: `Opsgenie’s heartbeats: ${act}, which changes nothing.`,
  body: 'any',
  answers: [{ ...made, status: 200 }],
}));
const listed: FormatAnswer = {
  status: 200,
  says: 'The heartbeats of the integration.',
  shape: {
    name: 'OpsgenieHeartbeats',
    schema: z.object({ data: z.object({ heartbeats: z.array(z.looseObject({ name: z.string() })) }), ...requestId }),
  },
};
const list: SenderRoute = {
  ...create,
  methods: ['GET', 'HEAD'],
  says: 'Opsgenie’s heartbeats: all of the integration.',
  body: 'any',
  answers: [listed],
};
const one: SenderRoute = {
  methods: ['GET', 'HEAD'],
  path: '/v2/heartbeats/:name+',
  says: 'Opsgenie’s heartbeats: one of them.',
  body: 'any',
  answers: [{ ...made, status: 200, says: 'The heartbeat.' }],
};
const change: SenderRoute = {
  ...one,
  methods: ['PATCH'],
  says: 'Opsgenie’s heartbeats: another setting, which is made in Tocsin: it changes nothing.',
  answers: [{ ...made, status: 200 }],
};
export const heartbeatRoutes: readonly SenderRoute[] = [ping, create, list, ...turns, one, change];

/** The interface of the answer. */
export const viaPing = 'heartbeat ping';
export const viaMade = 'heartbeat made';
export const viaTurn = 'heartbeat turned';

const unsaid = { kind: 'ping', exitStatus: null, runId: null, output: null } as const;
const units: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 24 * 60 };

const scheduleOf = (interval: unknown, unit: string): HeartbeatSchedule => {
  const { least, most } = heartbeatLimits.interval;
  const minutes = Math.round(Number(interval) * (units[unit] ?? 1));
  return { kind: 'interval', every: Math.min(Math.max(Number.isFinite(minutes) ? minutes : heartbeatLimits.created.every, least), most) };
};

/** P3 and better page loudly, as its alerts do. */
const urgencyOf = (priority: string): 'high' | 'low' => (/^P[45]$/i.test(priority) ? 'low' : 'high');

const readCreate = ({ body }: Arrival): PingReading | Refusal => {
  const fields = asObject(body);
  if (!fields) return refuseUnrecognized(`The body is ${kindOf(body)}, not an object: send one heartbeat in each request.`);
  const name = asTrimmedText(fields['name']);
  if (name === null) return refuseMissing('name', 'Name can not be empty.');
  const schedule = scheduleOf(fields['interval'], asTrimmedText(fields['intervalUnit']) ?? 'minutes');
  const makes = { schedule, urgency: urgencyOf(asTrimmedText(fields['alertPriority']) ?? 'P3') };
  return { ...unsaid, heartbeat: refOfName(name), state: null, makes, via: viaMade };
};

const readPing = ({ params }: Arrival): PingReading => ({
  ...unsaid,
  heartbeat: refOfName(params['name'] ?? ''),
  state: 'success',
  via: viaPing,
});
const readTurn = (): NothingReading => ({ ...nothing, via: viaTurn });

const isAsked = ({ method }: Arrival): boolean => method === 'GET' || method === 'HEAD';
const ask = (name: string | null): LookupReading => ({
  kind: 'lookup',
  of: 'heartbeats',
  heartbeat: name === null ? null : refOfName(name),
});

export const heartbeatReaders: Readonly<Record<string, (arrival: Arrival) => LookupReading | PingReading | NothingReading | Refusal>> = {
  [ping.path]: readPing,
  [create.path]: (arrival) => (isAsked(arrival) ? ask(null) : readCreate(arrival)),
  [one.path]: (arrival) => (isAsked(arrival) ? ask(arrival.params['name'] ?? '') : readTurn()),
  ...Object.fromEntries(turns.map(({ path }) => [path, readTurn])),
};
