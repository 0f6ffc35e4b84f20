import { request } from 'node:http';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { allRoutes } from '../../apps/server/src/query/all-routes.js';

let tocsin: Tocsin;
beforeAll(async () => (tocsin = await Tocsin.start()));
afterAll(() => tocsin.stop());

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly allow: string | undefined;
  readonly location: string | undefined;
  readonly text: string;
}

/** Sends the path as it is: fetch would change some of them. */
const ask = (method: string, path: string, accept = '*/*'): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(tocsin.url);
    const sent = request({ hostname, port, method, path, headers: { accept } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const { 'content-type': type = '', allow, location } = response.headers;
        const code = type.includes('problem+json') && text ? (JSON.parse(text) as { code: string }).code : undefined;
        resolve({ status: response.statusCode!, type: type.split(';')[0]!, code, allow, location, text });
      });
    });
    sent.on('error', reject).end();
  });

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const mistyped = [
  '/apii/status',
  '/Api/status',
  '/api/v9/x',
  '//api/status',
  '/api//status',
  '/api/',
  '/api',
  '/healthzz',
  '/alerts/1/2',
  '/wp-login.php',
];

it.each(mistyped)('%s is a problem to programs', async (path) => {
  for (const accept of ['*/*', 'application/json', 'text/plain'])
    expect(await ask('GET', path, accept)).toMatchObject({ status: 404, type: 'application/problem+json', code: 'request.not_found' });
  expect((await ask('HEAD', path)).status).toBe(404);
  expect(await ask('POST', path)).toMatchObject({ status: 404, code: 'request.not_found' });
});

it.each(mistyped)('%s is no success to a browser either', async (path) => {
  const { status, type } = await ask('GET', path, browser);
  expect([status, type]).toEqual([404, /^\/+api\//.test(path) ? 'application/problem+json' : 'text/html']);
});

it.each(['/', '/alerts', '/alerts/12', '/alerts/12?tab=notes', '/settings/health', '/p/secret', '/invite/secret'])(
  '%s is a page',
  async (path) => {
    for (const accept of [browser, '*/*']) expect(await ask('GET', path, accept)).toMatchObject({ status: 200, type: 'text/html' });
  },
);

it.each([
  ['GET', '/api/commands/AcknowledgeAlertGroup', 'POST'],
  ['PUT', '/api/commands/AcknowledgeAlertGroup', 'POST'],
  ['POST', '/api/status', 'GET, HEAD'],
  ['DELETE', '/api/status?x=/*', 'GET, HEAD'],
  ['PATCH', '/api/session', 'DELETE, GET, HEAD, POST'],
  ['OPTIONS', '/api/session/', 'DELETE, GET, HEAD, POST'],
  ['DELETE', '/api/views/alertGroups', 'GET, HEAD'],
  ['DELETE', '/api/views/alertGroups/x', 'GET, HEAD'],
  ['GET', '/api/session/proof', 'POST'],
  ['POST', '/feeds/secret.ics', 'GET, HEAD'],
  ['POST', '/metrics', 'GET, HEAD'],
  ['POST', '/readyz', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
  ['POST', '/alerts', 'GET, HEAD'],
  ['DELETE', '/alerts/12?tab=notes', 'GET, HEAD'],
  ['PUT', '/p/secret', 'GET, HEAD'],
  ['POST', '/docs', 'GET, HEAD'],
  ['POST', '/robots.txt', 'GET, HEAD'],
  ['OPTIONS', '/.well-known/change-password', 'GET, HEAD'],
])('%s %s is 405, and says which methods there are: %s', async (method, path, allow) => {
  expect(await ask(method, path, browser)).toMatchObject({ status: 405, code: 'request.method_not_allowed', allow });
});

it('every path of the API is 405 for a method that it does not take, and says which it takes', async () => {
  for (const path of new Set(allRoutes.map((route) => route.path))) {
    const takes = allRoutes.flatMap((route) => (route.path === path ? [route.method] : []));
    const other = takes.includes('PATCH') ? 'DELETE' : 'PATCH';
    const { status, allow } = await ask(other, path.replaceAll(/:\w+/g, 'x'), browser);
    // a GET is read only by an integration that has a mapping
    const named = path.startsWith('/ingest/generic') ? takes.filter((method) => method !== 'GET') : takes;
    expect([path, status, allow?.split(', ')]).toEqual([path, 405, expect.arrayContaining(named)]);
  }
});

it('answers what browsers and crawlers ask for by themselves', async () => {
  const robots = await ask('GET', '/robots.txt');
  expect(robots).toMatchObject({ status: 200, type: 'text/plain', text: 'User-agent: *\nDisallow: /\n' });
  expect(await ask('GET', '/favicon.ico', 'image/avif,image/*')).toMatchObject({ status: 200, type: 'image/vnd.microsoft.icon' });
  expect(await ask('GET', '/.well-known/change-password', browser)).toMatchObject({ status: 302, location: '/me' });
  // how password managers find out whether an answer under this folder means anything
  const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await ask('GET', probe, browser)).status).toBe(404);
});
