import {
  refuseUnrecognized,
  type Arrival,
  type FormatAnswer,
  type SenderAnswer,
  type SenderFormat,
  type SenderRoute,
} from '../../format.js';
import { asTrimmedText } from '../../parsing/lenient-fields.js';
import { headersOf } from '../../problem.js';
import type { PingReading, Refusal } from '../../reading.js';

const methods = ['GET', 'HEAD', 'POST'] as const;
const routeAt = (path: string, says: string): SenderRoute => ({ methods, path, says, body: 'any' });
const text = 'text/plain; charset=utf-8';
const answers: readonly FormatAnswer[] = [
  { status: 200, says: 'Stored on disk: `OK`.', types: ['text/plain'] },
  { status: 404, says: 'The key is not known: `not found`.', types: ['text/plain'] },
  {
    status: 400,
    says: 'The address says something else than `start`, `log`, `fail` or an exit status: `invalid url format`.',
    types: ['text/plain'],
  },
];

/** Pings of Healthchecks: a job says whether it succeeded. Sender: healthchecks.io/docs/http_api. Its answers are texts. */
export const healthchecksPings: SenderFormat<PingReading> = {
  kind: 'healthchecks',
  routes: [
    routeAt('/ping/:key', 'A ping in the form of Healthchecks: the job succeeded. Any path prefix is allowed.'),
    routeAt('/ping/:key/:last', 'A ping: `start`, `log`, `fail` or an exit status; or the name of a job that succeeded.'),
    routeAt('/ping/:key/:job/:last', 'A ping of the job with this name.'),
  ],
  answers,
  keyIn: { query: 'key' },
  read({ params, body }) {
    const { job, last } = params;
    const isName = job === undefined && last !== undefined && jobName.test(last) && !states.has(last) && !exitStatus.test(last);
    const state = isName ? 'ok' : stateOf(last);
    const name = isName ? last : job;
    if (state === null || (name !== undefined && !jobName.test(name))) return refuseUnrecognized('invalid url format');
    return { kind: 'ping', job: name ?? null, state, exitStatus: exitStatusOf(last), output: outputOf(body) };
  },
  answer: (reading) => (reading.kind === 'refusal' ? answerRefused(reading) : plain(200, 'OK', { 'ping-body-limit': String(bodyLimit) })),
};

const bodyLimit = 100_000;
/** A slug, as Healthchecks has them. */
const jobName = /^[a-z0-9_-]{1,100}$/;
const exitStatus = /^\d+$/;
const states = new Map<string, PingReading['state']>([
  ['start', 'start'],
  ['log', 'log'],
  ['fail', 'fail'],
]);

const exitStatusOf = (last: string | undefined): number | null =>
  last !== undefined && exitStatus.test(last) && Number(last) <= 255 ? Number(last) : null;

const stateOf = (last: string | undefined): PingReading['state'] | null => {
  if (last === undefined) return 'ok';
  const status = exitStatusOf(last);
  if (status !== null) return status === 0 ? 'ok' : 'fail';
  return states.get(last) ?? null;
};

/** Free text, whatever its type is called. */
const outputOf = (body: Arrival['body']): string | null => asTrimmedText(body);

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): SenderAnswer => ({
  status,
  headers: { 'content-type': text, 'access-control-allow-origin': '*', ...headers },
  body,
});

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
  const [status, says] = refusals[refusal.refusal];
  return plain(status, [says, ...refusal.texts.filter((one) => one !== says)].join(': '), headersOf(refusal));
};
