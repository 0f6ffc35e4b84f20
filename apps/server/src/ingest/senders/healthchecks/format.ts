import {
  refuseUnrecognized,
  type Arrival,
  type FormatAnswer,
  type SenderAnswer,
  type SenderFormat,
  type SenderRoute,
} from '../../format.js';
import { asText } from '../../parsing/lenient-fields.js';
import { headersOf } from '../../problem.js';
import { exitStatusOf, outputOf, slugPattern } from '../../ping-fields.js';
import type { PingReading, Refusal } from '../../reading.js';
import { otherPings, readOther, answerOther } from './other-pings.js';

const methods = ['GET', 'HEAD', 'POST'] as const;
const text = 'text/plain; charset=utf-8';
const says = (status: number, words: string): FormatAnswer => ({ status, says: words, types: ['text/plain'] });
const answers: readonly FormatAnswer[] = [
  says(200, 'Stored on disk: `OK`.'),
  says(201, 'With `create=1`, there was no such heartbeat: `Created`.'),
  says(404, 'The key, or the slug, is not known: `not found`.'),
  says(409, 'Two heartbeats have the slug: `ambiguous slug`.'),
  says(400, 'The address says something else than `start`, `log`, `fail`, an exit status or a signal’s name: `invalid url format`.'),
];
const routeAt = (path: string, words: string): SenderRoute => ({ methods, path, says: words, body: 'any' });

/** Pings of Healthchecks and of what else pings by an address. Sender: healthchecks.io/docs/http_api. Its answers are texts. */
export const healthchecksPings: SenderFormat<PingReading> = {
  kind: 'healthchecks',
  takesPings: true,
  routes: [
    routeAt('/ping/:key', 'A ping in the form of Healthchecks: the job succeeded. Any path prefix is allowed.'),
    routeAt('/ping/:key/:last', 'A ping: `start`, `log`, `fail` or an exit status; or the slug of a job that succeeded.'),
    routeAt('/ping/:key/:job/:last', 'A ping of the job with this slug.'),
    ...otherPings,
  ],
  answers,
  keyIn: { query: 'key' },
  read: (arrival) => readOther(arrival) ?? readOwn(arrival),
  answer: (reading, result) => {
    if (reading.kind === 'ping' && reading.via !== undefined) return answerOther(reading.via, result);
    return reading.kind === 'refusal' ? answerRefused(reading) : outcomes[result.ping ?? 'taken'];
  },
};

/** The state, and the slug before it; a word that is no state is a slug. */
const saidBy = ({ job, last }: Arrival['params']): Pick<PingReading, 'state'> & { readonly slug: string | undefined } => {
  const isSlug = job === undefined && last !== undefined && slugPattern.test(last) && !states.has(last) && !/^\d+$/.test(last);
  return isSlug ? { state: 'success', slug: last } : { state: stateOf(last), slug: job };
};

const readOwn = ({ params, query, body }: Arrival): PingReading | Refusal => {
  const { state, slug } = saidBy(params);
  if (state === null || (slug !== undefined && !slugPattern.test(slug))) return refuseUnrecognized('invalid url format');
  const runId = asText(query['rid'])?.toLowerCase() ?? null;
  if (runId !== null && !uuid.test(runId)) return refuseUnrecognized('invalid uuid format');
  const heartbeat = slug === undefined ? null : ({ by: 'slug', slug, name: slug } as const);
  const makes = query['create'] === '1' && heartbeat ? { makes: {} } : {};
  return { kind: 'ping', heartbeat, state, exitStatus: exitStatusOf(params['last']), runId, output: outputOf(body), ...makes };
};

const bodyLimit = 100_000;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const states: ReadonlyMap<string, NonNullable<PingReading['state']>> = new Map([
  ['start', 'start'],
  ['log', 'log'],
  ['fail', 'fail'],
]);

/** What systemd says in place of an exit status when a job was killed. */
const signalName = /^[A-Z][A-Z0-9+-]*$/;

const stateOf = (last: string | undefined): PingReading['state'] => {
  if (last === undefined) return 'success';
  const status = exitStatusOf(last);
  if (status !== null) return status === 0 ? 'success' : 'fail';
  return states.get(last) ?? (signalName.test(last) ? 'fail' : null);
};

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): SenderAnswer => ({
  status,
  headers: { 'content-type': text, 'access-control-allow-origin': '*', ...headers },
  body,
});
const accepted = { 'ping-body-limit': String(bodyLimit) };

const outcomes = {
  taken: plain(200, 'OK', accepted),
  created: plain(201, 'Created', accepted),
  not_found: plain(404, 'not found'),
  ambiguous: plain(409, 'ambiguous slug'),
} as const;

const refusals: Readonly<Record<Refusal['refusal'], readonly [status: number, text: string]>> = {
  too_large: [413, 'too large'],
  malformed: [400, 'invalid request'],
  unrecognized: [400, 'invalid url format'],
  missing_field: [400, 'invalid url format'],
  unknown_key: [404, 'not found'],
  other_kind: [404, 'not found'],
  other_method: [405, 'method not allowed'],
  throttled: [429, 'rate limit exceeded'],
};

const answerRefused = (refusal: Refusal): SenderAnswer => {
  const [status, usual] = refusals[refusal.refusal];
  if (refusal.texts.includes('invalid uuid format')) return plain(status, 'invalid uuid format');
  return plain(status, [usual, ...refusal.texts.filter((one) => one !== usual)].join(': '), headersOf(refusal));
};
