import { randomBytes } from 'node:crypto';
import { limits } from '@tocsin/contracts/limits.js';
import { audiences, caches, isAudience, openBudgets, type OpenBudget } from '@tocsin/contracts/routes/open-terms.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import { requestAsStranger, type StrangerRequest, type StrangerResponse } from '@tocsin/testing/browser/stranger.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { allRoutes } from '../../apps/server/src/query/all-routes.js';

type OpenRoute = Pick<Route<string>, 'method' | 'path' | 'room' | 'permission' | 'cookies'> & {
  readonly terms: NonNullable<Route['terms']>;
};

/** Of the files of the web, which are not in the list: each is a GET. */
const filePaths = ['/', '/docs', '/docs/api', '/.well-known/change-password', '/p/wrong'];
const fileRoutes = filePaths.map((path): OpenRoute => {
  return { method: 'GET', path, room: 'server', permission: 'open', terms: { rate: 'none' } };
});
const listedRoutes = allRoutes.flatMap((route): OpenRoute[] => (route.terms ? [{ ...route, terms: route.terms }] : []));
const openRoutes = [...listedRoutes, ...fileRoutes];
const nameOf = ({ method, path }: Pick<OpenRoute, 'method' | 'path'>): string => `${method} ${path}`;
const named = (routes: readonly OpenRoute[]) => routes.map((route) => [nameOf(route), route] as const);
const json = { 'content-type': 'application/json' };
const isOfSenders = ({ room }: OpenRoute): boolean => room === 'ingest';

const takesSecret = ({ permission }: OpenRoute): boolean => isAudience(permission) && 'isSecret' in audiences[permission];

let real: RealStage;
beforeAll(async () => void (real = await RealStage.begin()));
afterAll(() => real.close());

/** A link and a feed of which nothing is used up: what is right for the routes by the secret in their path. */
const makeSecrets = async (name: string) => {
  const { key, phone } = await real.addOtherIntegration('generic', name);
  const body = JSON.stringify({ summary: `Disk of ${name} is full`, key: name });
  await requestAsStranger(`${real.url}/ingest/generic/${key}`, { method: 'POST', headers: json, body });
  const { link } = await phone.waitFor(({ quiet }) => !quiet);
  await real.ana.api.prove();
  const { says, token } = await real.ana.api.run('MakeCalendarFeed', { of: { kind: 'person' } });
  await real.ana.api.list('calendarFeeds', `after=${token}`);
  return { linkPath: `/api/pages/${link.split('/').at(-1)!}`, feedPath: new URL(String(says['address'])).pathname };
};

let networks = 0;
/** Of a network of its own: what one test uses up is not missing in another. */
const fromNewNetwork = (): ((path: string, request?: StrangerRequest) => Promise<StrangerResponse>) => {
  networks += 1;
  const address = `203.0.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
  return (path, { headers, ...request } = {}) =>
    requestAsStranger(`${real.url}${path}`, { ...request, headers: { 'x-forwarded-for': address, ...headers } });
};
type Ask = ReturnType<typeof fromNewNetwork>;

const wrongPathOf = ({ path }: OpenRoute, value = 'wrong'): string => path.replaceAll(/:\w+/g, value);
const askWrongly = (ask: Ask, route: OpenRoute, headers: Readonly<Record<string, string>> = {}): Promise<StrangerResponse> =>
  ask(wrongPathOf(route), route.method === 'GET' ? { headers } : { method: route.method, headers: { ...json, ...headers }, body: '{}' });

const cookieNamesIn = ({ headers }: StrangerResponse): readonly string[] =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split('=', 1)[0]!.replace(/^__Host-/, '')).toSorted();

/** What an answer has that its route does not declare. */
const undeclaredIn = (route: OpenRoute, answer: StrangerResponse): readonly string[] => {
  const { cache } = route.terms;
  const declaredCache = cache && answer.status < 400 ? caches[cache] : 'no-store';
  const cookies = cookieNamesIn(answer).filter((name) => !route.cookies?.some((declared) => declared === name));
  const actualCache = answer.headers['cache-control'] ?? (isOfSenders(route) && route.method !== 'GET' ? 'no-store' : 'nothing');
  const isFault = answer.status >= 500 && !(route.path === '/readyz' && answer.status === 503);
  return [
    ...cookies.map((name) => `sets ${name}`),
    ...(actualCache === declaredCache ? [] : [`may be kept: ${actualCache}`]),
    ...(isFault ? [`answers ${answer.status}: ${answer.body}`] : []),
    ...(isOfSenders(route) || answer.headers['referrer-policy'] === 'no-referrer' ? [] : ['may tell where one came from']),
  ];
};

const strangeValues = ['wrong', '%00', '%E0%A4%A', '..%2F..%2Fapi', 'x'.repeat(2_000), '%F0%9F%91%BB', '__proto__', '%0d%0aset-cookie:a=b'];
const strangeBodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"__proto__":{"act":"acknowledge"}}',
  `${'['.repeat(60)}${']'.repeat(60)}`,
  randomBytes(64),
];
const strangeTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'no type'];
const strangeHeaders = {
  host: 'rebound.example.org',
  cookie: 'tocsin_session=;tocsin_openid=a.b.c;tocsin_known=%',
  authorization: 'Basic !!!',
  'if-none-match': '*',
  accept: '*/*;q=x',
};
const strangeRequestsOf = (route: OpenRoute): readonly (readonly [string, StrangerRequest])[] => {
  const paths = strangeValues.slice(0, route.path.includes(':') ? undefined : 1).map((value) => wrongPathOf(route, value));
  const query = '?to=//evil.example.org&to=x&read=__proto__&key=%00&%';
  const bodies = route.method === 'GET' ? [] : strangeBodies.map((body, n) => ({ body, type: strangeTypes[n % strangeTypes.length]! }));
  const { method } = route;
  return [
    ...paths.map((path) => [path, { method, headers: strangeHeaders }] as const),
    [`${paths[0]!}${query}`, { method }],
    ...bodies.map(({ body, type }) => [paths[0]!, { method, headers: { 'content-type': type }, body }] as const),
    ...(method === 'GET' ? [[paths[0]!, { method: 'HEAD' }] as const] : []),
  ];
};

describe('a route without a session', () => {
  it.each(named(openRoutes))('%s keeps to what it declares, whatever is sent', async (_name, route) => {
    const ask = fromNewNetwork();
    const undeclared: unknown[] = [];
    for (const [path, request] of strangeRequestsOf(route))
      undeclared.push(...undeclaredIn(route, await ask(path, request)).map((what) => [path, request.body, what]));
    expect(undeclared).toEqual([]);
  });

  it.each(named(openRoutes))('%s answers other methods with 405, and says which it has', async (_name, route) => {
    const ask = fromNewNetwork();
    const own = [...allRoutes, ...fileRoutes].filter(({ path }) => path === route.path).map(({ method }) => method);
    const methods: readonly string[] = own.includes('GET') ? [...own, 'HEAD'] : own;
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter((one) => !methods.includes(one))) {
      const answer = await ask(wrongPathOf(route), { method });
      expect([method, answer.status, cookieNamesIn(answer)]).toEqual([method, 405, []]);
      const allowed = String(answer.headers['allow']).split(', ');
      // senders have a HEAD only where they declare it, and it is not listed
      const expected = new Set(isOfSenders(route) && !allowed.includes('HEAD') ? own : methods);
      // one that only a mapping reads is not listed where there is none
      if (route.path.startsWith('/ingest/generic')) expected.delete('GET');
      expect([method, allowed.toSorted()]).toEqual([method, [...expected].toSorted()]);
    }
  });

  it.each(named(openRoutes.filter((route) => route.method === 'POST' && !isOfSenders(route))))(
    '%s refuses a body above its limit, and none up to it',
    async (_name, route) => {
      const ask = fromNewNetwork();
      const limit = route.terms.bodyBytes ?? limits.apiBodyBytes;
      const send = (bytes: number) => ask(wrongPathOf(route), { method: 'POST', headers: json, body: `"${'x'.repeat(bytes - 2)}"` });
      expect((await send(limit + 1)).status).toBe(413);
      expect([413, 500]).not.toContain((await send(limit)).status);
    },
  );
});

/** Refused for coming too often, with the time to wait. */
const expectRefused = (route: OpenRoute, { status, code, headers }: StrangerResponse): void => {
  // a provider is told nothing else
  expect([nameOf(route), status, code]).toEqual([nameOf(route), 429, route.permission === 'provider' ? undefined : 'limit.rate']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
};
const atOnce = 20;
/** Asks until a request is refused, twice as often as the budget allows at most: its minute may end meanwhile. */
const useUp = async (perMinute: number, ask: () => Promise<StrangerResponse>): Promise<number> => {
  for (let asked = 0; asked <= 2 * perMinute; asked += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, ask));
    if (answers.some(({ status }) => status === 429)) return asked + answers.filter(({ status }) => status !== 429).length;
  }
  throw new Error('It is not used up.');
};
const budgetsOf = (of: 'network' | 'holder') =>
  (Object.keys(openBudgets) as OpenBudget[]).filter((budget) => openBudgets[budget].of === of).map((budget) => [budget] as const);

describe('who comes too often', () => {
  it.each(budgetsOf('network'))(
    'without a secret is refused on each route of the budget “%s”, and another network is not',
    async (budget) => {
      const routes = openRoutes.filter((route) => route.terms.rate === budget && !takesSecret(route));
      const [first] = routes;
      const ask = fromNewNetwork();
      const { perMinute } = openBudgets[budget];
      expect(await useUp(perMinute, () => askWrongly(ask, first!, { 'if-none-match': '*' }))).toBeGreaterThanOrEqual(perMinute);
      for (const route of routes) expectRefused(route, await askWrongly(ask, route));
      for (const route of openRoutes.filter((route) => route.terms.rate === 'none' && !takesSecret(route)))
        expect([nameOf(route), (await askWrongly(ask, route)).status]).not.toEqual([nameOf(route), 429]);
      expect((await askWrongly(fromNewNetwork(), first!)).status).not.toBe(429);
    },
  );

  it('with wrong secrets is refused on each route that takes one, and whoever has the right one is not', async () => {
    const routes = listedRoutes.filter(takesSecret);
    const { linkPath, feedPath } = await makeSecrets('guessed');
    const ask = fromNewNetwork();
    const guess = routes.find(({ permission }) => permission === 'feed_link')!;
    expect(await useUp(limits.wrongGuessesPerMinute, () => askWrongly(ask, guess))).toBeGreaterThanOrEqual(limits.wrongGuessesPerMinute);
    for (const route of routes.filter((one) => !isOfSenders(one))) expectRefused(route, await askWrongly(ask, route));
    // in the words of each protocol
    for (const route of routes.filter(isOfSenders))
      expect([nameOf(route), (await askWrongly(ask, route)).status]).not.toEqual([nameOf(route), 200]);
    for (const path of [linkPath, feedPath]) expect((await ask(path)).status).toBe(200);
  });

  it.each(budgetsOf('holder'))('with the right secret uses up “%s” alone, from wherever', async (budget) => {
    const { perMinute } = openBudgets[budget];
    const { linkPath, feedPath } = await makeSecrets(budget);
    const rightRequests: Readonly<Record<string, readonly [string, StrangerRequest]>> = {
      linkReads: [linkPath, {}],
      linkActs: [linkPath, { method: 'POST', headers: json, body: '{"act":"acknowledge"}' }],
      feeds: [feedPath, {}],
    };
    const [path, request] = rightRequests[budget]!;
    expect(await useUp(perMinute, () => fromNewNetwork()(path, request))).toBeGreaterThanOrEqual(perMinute);
    const refusedAnswer = await fromNewNetwork()(path, request);
    expect([refusedAnswer.status, refusedAnswer.code]).toEqual([429, 'limit.rate']);
    for (const [other, [otherPath, otherRequest]] of Object.entries(rightRequests)) {
      if (other !== budget) expect([other, (await fromNewNetwork()(otherPath, otherRequest)).status < 300]).toEqual([other, true]);
    }
  });
});

describe('what succeeds', () => {
  const send = (path: string, body: object): Promise<StrangerResponse> =>
    fromNewNetwork()(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  const routeOf = (name: string): OpenRoute => listedRoutes.find((route) => nameOf(route) === name)!;

  it('sets the cookies that it declares, each of them', async () => {
    const { says } = await real.ana.api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org' });
    const invitation = String(says['invitation']).split('/invite/')[1]!;
    const signIn = { email: 'ana@example.org', password: 'correct horse battery' };
    const answers = [
      ['POST /api/session', await send('/api/session', signIn)],
      ['POST /api/invitations/:token', await send(`/api/invitations/${invitation}`, { password: 'correct horse battery' })],
    ] as const;
    for (const [name, answer] of answers) {
      expect([name, answer.status, cookieNamesIn(answer)]).toEqual([name, 201, [...routeOf(name).cookies!].toSorted()]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('may be kept as declared, also where the client has it already', async () => {
    const { linkPath, feedPath } = await makeSecrets('kept');
    for (const [name, path] of [
      ['GET /feeds/:token.ics', feedPath],
      ['GET /api/openapi.json', '/api/openapi.json'],
    ] as const) {
      const first = await fromNewNetwork()(path);
      const known = await fromNewNetwork()(path, { headers: { 'if-none-match': String(first.headers['etag']) } });
      expect([first.status, known.status, known.body]).toEqual([200, 304, '']);
      const declared = caches[routeOf(name).terms.cache!];
      expect([first, known].map(({ headers }) => headers['cache-control'])).toEqual([declared, declared]);
    }
    expect(undeclaredIn(routeOf('GET /api/pages/:secret'), await fromNewNetwork()(linkPath))).toEqual([]);
  });
});
