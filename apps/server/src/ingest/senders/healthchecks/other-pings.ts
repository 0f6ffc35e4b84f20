import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { Arrival, FormatAnswer, ReadingResult, SenderAnswer, SenderRoute } from '../../format.js';
import { asTrimmedText } from '../../parsing/lenient-fields.js';
import { parseForm } from '../../parsing/form.js';
import { exitStatusOf, outputOf, refOfName } from '../../ping-fields.js';
import type { PingOutcome, PingReading } from '../../reading.js';

/** Another service that jobs ping by an address. */
interface PingService {
  readonly routes: readonly SenderRoute[];
  readonly read: (arrival: Arrival) => Omit<PingReading, 'kind' | 'via'>;
  readonly answers: { readonly taken: SenderAnswer } & { readonly [O in PingOutcome]?: SenderAnswer };
}

const text = { 'content-type': 'text/plain; charset=utf-8' };
const plain = (status: number, body: string): SenderAnswer => ({ status, headers: text, body });
const taken = (words: string): readonly FormatAnswer[] => [{ status: 200, says: words }];
const unsaid = { heartbeat: null, exitStatus: null, runId: null, output: null } as const;
const wordOf = (value: unknown): string | undefined => asTrimmedText(value) ?? undefined;

const goalertRoute = (path: string): SenderRoute => ({
  methods: ['POST'],
  path,
  says: 'GoAlert’s heartbeat, with the key of a heartbeat as its id.',
  body: 'any',
  answers: taken('Stored on disk; no body.'),
});
const goalert: PingService = {
  routes: [goalertRoute('/api/v2/heartbeat/:key'), goalertRoute('/v1/api/heartbeat/:key')],
  read: ({ body }) => ({ ...unsaid, state: 'success', output: outputOf(body) }),
  answers: { taken: plain(200, ''), not_found: plain(404, 'not found') },
};

/** Without a state it succeeded; a state that is not known is no success. */
const cronitorStates: ReadonlyMap<string, PingReading['state']> = new Map([
  ['', 'success'],
  ['run', 'start'],
  ['complete', 'success'],
  ['ok', 'success'],
  ['fail', 'fail'],
]);
/** Any text of theirs names a run. */
const runOf = (series: string | undefined): string | null => (series === undefined ? null : deriveNamedId('run', series));
const cronitor: PingService = {
  routes: [
    {
      methods: ['GET', 'HEAD', 'POST', 'PUT'],
      path: '/p/:key/:monitor',
      says: 'Cronitor’s telemetry, with the key of the integration: `state` and `series`, `message`, `status_code`. An unknown monitor is created.',
      body: 'any',
      answers: taken('Stored on disk: `OK`.'),
    },
  ],
  read: ({ params, query }) => {
    const state = wordOf(query['state'])?.toLowerCase() ?? '';
    return {
      heartbeat: refOfName(params['monitor'] ?? ''),
      state: cronitorStates.get(state) ?? 'log',
      exitStatus: exitStatusOf(wordOf(query['status_code'])),
      runId: runOf(wordOf(query['series'])),
      output: asTrimmedText(query['message']),
      makes: {},
    };
  },
  answers: { taken: plain(200, 'OK'), not_found: plain(404, 'not found') },
};

const snitch: PingService = {
  routes: [
    {
      methods: ['GET', 'HEAD', 'POST'],
      path: '/snitch/:key',
      says: 'Dead Man’s Snitch, with the key of a heartbeat: `m` and the exit status `s`.',
      body: 'any',
      answers: taken('Stored on disk: `Got it, thanks!`.'),
    },
  ],
  read: ({ query, body }) => {
    // `curl -d m=…` has them in the body
    const said = { ...(typeof body === 'string' ? parseForm(body) : undefined), ...query };
    const status = wordOf(said['s']) ?? '0';
    return { ...unsaid, state: status === '0' ? 'success' : 'fail', exitStatus: exitStatusOf(status), output: asTrimmedText(said['m']) };
  },
  answers: { taken: plain(200, 'Got it, thanks!'), not_found: plain(404, 'not found') },
};

const kumaPush: PingService = {
  routes: [
    {
      methods: ['GET', 'HEAD', 'POST', 'PUT'],
      path: '/api/push/:key',
      says: 'A push monitor of Uptime Kuma, with the key of a heartbeat: `status` and `msg`.',
      body: 'any',
      answers: taken('Stored on disk: `{"ok":true}`.'),
    },
  ],
  // as Kuma reads it: what is not up is down
  read: ({ query }) => ({
    ...unsaid,
    state: (wordOf(query['status']) ?? 'up') === 'up' ? 'success' : 'fail',
    output: asTrimmedText(query['msg']),
  }),
  answers: {
    taken: { status: 200, body: { ok: true } },
    not_found: { status: 404, body: { ok: false, msg: 'Monitor not found or not active.' } },
  },
};

const services: Readonly<Record<string, PingService>> = { goalert, cronitor, snitch, kumaPush };

export const otherPings: readonly SenderRoute[] = Object.values(services).flatMap(({ routes }) => routes);

/** Cronitor’s command-line client has the address of Healthchecks, and says a state. */
const readCronitor = ({ params, ...arrival }: Arrival): PingReading | undefined => {
  const state = wordOf(arrival.query['state'])?.toLowerCase();
  if (params['last'] === undefined || params['job'] !== undefined || state === undefined || !cronitorStates.has(state)) return undefined;
  return { kind: 'ping', ...cronitor.read({ ...arrival, params: { monitor: params['last'] } }), via: 'cronitor' };
};

/** Undefined: it came to Healthchecks’ own address, and is of its clients. */
export const readOther = (arrival: Arrival): PingReading | undefined => {
  const found = Object.entries(services).find(([, { routes }]) => routes.some(({ path }) => path === arrival.path));
  return found ? { kind: 'ping', ...found[1].read(arrival), via: found[0] } : readCronitor(arrival);
};

export const answerOther = (via: string, { ping = 'taken' }: ReadingResult): SenderAnswer => {
  const { answers } = services[via]!;
  return answers[ping] ?? (ping === 'created' ? answers.taken : (answers.not_found ?? answers.taken));
};
