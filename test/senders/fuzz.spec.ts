import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { integrationKinds, type IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { byTier } from '@tocsin/testing/tier.js';
import { ServerCore } from '../../apps/server/src/core.js';
import { readConfig } from '../../apps/server/src/config.js';
import { arrivalAt } from '../../apps/server/src/ingest/arrival.fixture.js';
import type { SenderMethod } from '../../apps/server/src/ingest/format.js';
import { isForm } from '../../apps/server/src/ingest/parsing/form.js';
import { readText } from '../../apps/server/src/ingest/read-arrival.js';
import { isSenderAddress, matchOf } from '../../apps/server/src/ingest/routes.js';
import { senders } from '../../apps/server/src/ingest/senders/senders.js';
import { HttpProblem } from '../../apps/server/src/problems/problem.js';
import { openListener, type OpenListener } from '../../apps/server/src/open-listener.js';
import { listSenders, loadCaptures, loadOwnCaptures, type SentRequest } from './captures.js';
import { drawBy, fuzzed, type FuzzedRequest } from './fuzz.js';
import { variants } from './variants/all.js';
import { addressOf, key as writtenKey, writtenText } from './variants/variant.js';

// The doors as a server opens them, with its log, and without a reactor: what is accepted is on the log, and nothing follows.
let stage: Stage;
let core: ServerCore;
let front: OpenListener;
let port: number;
const keys = new Map<IntegrationKind, string>();
const troubles: unknown[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 20 });

beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  for (const kind of integrationKinds) keys.set(kind, (await stage.integration(kind)).key);
  await stage.tocsin.stop();
  const config = readConfig({ TOCSIN_DATA: stage.tocsin.data, TOCSIN_CLOCK: 'manual', HOST: '127.0.0.1' });
  core = await ServerCore.open(config, (place, error) => troubles.push([place, error]));
  front = await openListener(core.parts);
  await core.parts.folding.all();
  // no job gets a heartbeat by its first ping: there are too many already
  void front.refusals.sendBy(() => Promise.reject(new HttpProblem('limit.heartbeats', { limit: 0 })));
  port = await front.listener.listen(0, '127.0.0.1');
});
afterAll(async () => {
  agent.destroy();
  front.shut();
  await front.listener.close();
  await core.close();
  await stage.detach();
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const send = ({ method, path, type, body }: FuzzedRequest, key: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const sent = request(
      {
        port,
        agent,
        method,
        path: path.replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character)),
        headers: {
          authorization: `Bearer ${key}`,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(hasBody ? { 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (answer) => {
        textOf(answer).then(
          (said) => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body: said }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(hasBody ? body : undefined);
  });

/** A request with our key in every place where its sender had one. */
const withKey = (sent: SentRequest, key: string): SentRequest => {
  const known = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const isBody = !/"(?:id|requestId)":/.test(sent.bodyText);
  return {
    ...sent,
    path: sent.path.replace(/(\/ingest\/\w[\w-]*\/|\/ping\/|\/integrations\/v1\/\w+\/|\/alert\/)[^/?]+/, `$1${key}`),
    bodyText: isBody ? sent.bodyText.replace(/("(?:routing_key|service_key|apiKey|api_key)"\s*:\s*")[^"]*/g, `$1${key}`) : sent.bodyText,
    ...(sent.rawQuery ? { rawQuery: sent.rawQuery.replace(known, key) } : {}),
  };
};

const keyed = (sent: SentRequest, key: string): SentRequest => ({
  ...sent,
  path: sent.path.replaceAll(writtenKey, key),
  bodyText: sent.bodyText.replaceAll(writtenKey, key),
});

interface Seed {
  readonly kind: IntegrationKind;
  readonly request: SentRequest;
}
const seedsOf = (): readonly Seed[] => {
  const kindOf = (path: string): IntegrationKind => matchOf(path)?.format.kind ?? 'alertmanager';
  const own = integrationKinds.flatMap((kind) => loadOwnCaptures(kind).map(({ request: sent }) => ({ kind, request: sent })));
  const shared = listSenders()
    .flatMap((sender) => loadCaptures(sender))
    .map(({ request: sent }) => {
      const path = sent.path.includes('/v2/') ? sent.path : `/ingest/alertmanager/${'0'.repeat(32)}`;
      return { kind: kindOf(path), request: { ...sent, path } };
    });
  const examples = senders.map(({ format, example, exampleAt = '' }) => {
    const key = keys.get(format.kind)!;
    const path = `${format.routes[0]!.path.replace(':key', key)}${exampleAt.replaceAll('{key}', key)}`;
    const body = example(key);
    const request: SentRequest = {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body,
      bodyText: JSON.stringify(body),
    };
    return { kind: format.kind, request };
  });
  // a mutation may make a body a few times longer: those that are read on a thread are not in this process
  const short = variants.filter((variant) => writtenText(variant).length < 8_000);
  const written = short.map((variant) => {
    const [path, rawQuery] = addressOf(variant).split('?', 2);
    const { kind, method = 'POST', type = 'application/json', body } = variant;
    const headers = { 'content-type': type };
    const request = { method, path: path!, headers, body, bodyText: writtenText(variant), ...(rawQuery ? { rawQuery } : {}) };
    return { kind, request: keyed(request, keys.get(kind)!) };
  });
  return [...own, ...shared, ...examples, ...written].map(({ kind, request: sent }) => ({ kind, request: withKey(sent, keys.get(kind)!) }));
};

const receivedAfter = async (ordinal: number): Promise<number> => {
  let count = 0;
  for (let from = ordinal; ;) {
    const page = await core.parts.log.readAll({ after: from, limit: 1_000 });
    if (page.length === 0) return count;
    count += page.filter(({ type }) => type === 'SignalReceived').length;
    from = page.at(-1)!.ordinal;
  }
};

/** What is wrong with an answer; null: nothing. A refusal says why, in the vendor’s shape or ours. */
const faultOf = ({ status, type, body }: Answer, method: string): string | null => {
  if (status >= 500 || status < 200) return `answered ${status}`;
  if (status < 400 || method === 'HEAD' || (type.startsWith('text/plain') && body !== '')) return null;
  try {
    const said = JSON.parse(body) as Record<string, unknown>;
    return ['code', 'message', 'msg', 'status', 'error', 'errors'].some((name) => typeof said[name] === 'string' && said[name] !== '')
      ? null
      : `refused without a reason: ${body.slice(0, 200)}`;
  } catch {
    return `refused, but not in JSON: ${body.slice(0, 200)}`;
  }
};

/** Whether a request that was taken must be on the log: not a question, a ping that begins, or what names another alert. */
const isSignal = ({ method, path, type, body }: FuzzedRequest, kind: IntegrationKind): boolean => {
  const match = matchOf(path)!.format.kind === kind ? matchOf(path)! : matchOf(path, kind);
  const isAsked = method === 'GET' || method === 'HEAD';
  const sent = match && readText(isAsked ? { body: 'any' } : match.route, isAsked ? '' : body, isForm(type) ? type : 'application/json');
  if (!match || !sent) return false;
  const query = Object.fromEntries(new URLSearchParams(/\?(.*)$/s.exec(path)?.[1] ?? ''));
  const arrival = arrivalAt(match.route.path, { method: method as SenderMethod, params: match.params, query, body: sent.sent });
  const reading = match.format.read(arrival, 'new');
  return reading.kind === 'signal' && !reading.of && !reading.who;
};

// of real time: the deep run sends forty times as much
jest.setTimeout(byTier({ short: 300_000, full: 300_000, deep: 5_400_000 }));

it('whatever a sender sends is taken and on the log, or refused by a reason, and never fails', async () => {
  const seeds = seedsOf();
  const seed = Number(
    process.env['TOCSIN_FUZZ_SEED'] ?? byTier({ short: 20_261_128, full: 20_261_128, deep: Math.floor(performance.timeOrigin) }),
  );
  const draw = drawBy(seed);
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const before = (await core.parts.log.head()).ordinal;
  const faults: unknown[] = [];
  const statuses = new Map<number, number>();
  const mostRequests = byTier({ short: 5_000, full: 5_000, deep: 200_000 });
  let [sent, accepted, signals] = [0, 0, 0];
  const one = async (): Promise<void> => {
    const { kind, request: captured } = seeds[draw(seeds.length)]!;
    const next = fuzzed(captured, draw);
    if (!isSenderAddress(next.path)) return;
    const answer = await send(next, keys.get(kind)!);
    const fault = faultOf(answer, next.method);
    if (fault) faults.push([fault, next.method, next.path, next.type, next.body.slice(0, 300)]);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 300) return;
    accepted += 1;
    if (isSignal(next, kind)) signals += 1;
  };
  while (sent < mostRequests) {
    await Promise.all(Array.from({ length: 20 }, one));
    sent += 20;
  }
  process.off('unhandledRejection', note);
  expect({ seed, faults: faults.slice(0, 5), unhandled, troubles }).toEqual({ seed, faults: [], unhandled: [], troubles: [] });
  const received = await receivedAfter(before);
  expect(received).toBeLessThanOrEqual(accepted);
  expect(received).toBeGreaterThanOrEqual(signals);
  expect(signals).toBeGreaterThan(mostRequests / 4);
  expect(statuses.get(400)).toBeGreaterThan(mostRequests / 50);
});
