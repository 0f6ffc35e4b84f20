import { gzipSync } from 'node:zlib';
import { io } from 'socket.io-client';
import { routes } from '@tocsin/contracts/routes.js';
import { views } from '@tocsin/contracts/catalogue.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { requestAsStranger, type StrangerResponse, type StrangerRequest } from '@tocsin/testing/browser/stranger.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

let stage: Stage;
let cookie: string;
let bearer: string;
let host: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ host } = new URL(stage.tocsin.url));
  const { token } = stage.ana.api;
  [cookie, bearer] = [`tocsin_session=${token}`, `Bearer ${token}`];
  await stage.generic({ summary: 'Payments are down', key: 'payments' });
});
afterAll(() => stage.close());

const requestPath = (path: string, requestOptions?: StrangerRequest): Promise<StrangerResponse> =>
  requestAsStranger(`${stage.tocsin.url}${path}`, requestOptions);
const json = { 'content-type': 'application/json' };
const password = { email: 'ana@example.org', password: 'correct horse battery' };
const pagePath = (): string => new URL(stage.ana.phone.pages[0]!.link).pathname;

/** It leaves no event. */
const expectNoTrace = async (work: () => Promise<void>): Promise<void> => {
  const before = await stage.getHead();
  await work();
  await stage.settle();
  expect(await stage.getHead()).toBe(before);
};

describe('the cookie of a session', () => {
  const setCookie = async (headers: Record<string, string>): Promise<string> => {
    const answer = await requestPath('/api/session', { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(password) });
    return answer.headers['set-cookie']![0]!;
  };

  it('is for this server alone, not for scripts, and not for what other sites send', async () => {
    expect(await setCookie({})).toMatch(/^tocsin_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  });

  it('by https is one that no neighbour and no page by http can set', async () => {
    const securedCookie = /^__Host-tocsin_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/;
    expect(await setCookie({ 'x-forwarded-proto': 'https' })).toMatch(securedCookie);
    // the proxy sends no header, but the browser does
    expect(await setCookie({ origin: `https://${host}` })).toMatch(securedCookie);
    const { token } = stage.ana.api;
    const signInAs = async (name: string) =>
      (await requestPath('/api/session', { headers: { cookie: `${name}=${token}`, 'x-forwarded-proto': 'https' } })).status;
    expect([await signInAs('__Host-tocsin_session'), await signInAs('tocsin_session')]).toEqual([200, 401]);
  });

  it('and each that comes with it, and that of a round by OpenID, are as little for scripts and other sites', async () => {
    const credentials = { method: 'POST', headers: { ...json, 'x-forwarded-proto': 'https' }, body: JSON.stringify(password) };
    const set = (await requestPath('/api/session', credentials)).headers['set-cookie']!;
    expect(set).toHaveLength(2);
    for (const one of set) expect(one).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
    expect(set[1]).toMatch(/^tocsin_known=\S+; Path=\/api\/session;/);
    const back = (await requestPath('/api/openid/callback')).headers['set-cookie']!;
    expect(back).toEqual(['tocsin_openid=; Path=/api/openid; HttpOnly; SameSite=Lax; Max-Age=0']);
  });

  it('is taken back at the end', async () => {
    const sessionCookie = (await setCookie({})).split(';')[0]!;
    const signOutAnswer = await requestPath('/api/session', {
      method: 'DELETE',
      headers: { cookie: sessionCookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(signOutAnswer.headers['set-cookie']).toEqual(['tocsin_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
    expect((await requestPath('/api/session', { headers: { cookie: sessionCookie } })).status).toBe(401);
  });
});

/** Headers that a browser sends for a page of another site, and requests without an origin. */
const foreignOrigins: readonly (readonly [string, Record<string, string>])[] = [
  [
    'a form of another site',
    { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  ['a script of another site', { origin: 'https://evil.example.org', ...json }],
  ['a neighbour under the same domain', { origin: 'https://www.example.org', 'sec-fetch-site': 'same-site', ...json }],
  ['another port of the same host', { origin: 'http://127.0.0.1:1', ...json }],
  ['a frame without an origin', { origin: 'null', ...json }],
  ['JSON disguised as text', { origin: 'https://evil.example.org', 'content-type': 'text/plain' }],
  ['a request that keeps silent', json],
  ['a form that keeps silent', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['text that keeps silent', { 'content-type': 'text/plain' }],
];

describe('from elsewhere', () => {
  const changingRoutes = routes.filter(({ method, room }) => method !== 'GET' && ['commands', 'session', 'server'].includes(room));
  const body = JSON.stringify({ serviceId: 'x', groupId: 'x' });

  it.each(foreignOrigins)('%s changes nothing with a person’s cookie, on any route', (_, headers) =>
    expectNoTrace(async () => {
      for (const { method, path, permission } of changingRoutes) {
        const address = path.replace(/:\w+/, 'x');
        const { status } = await requestPath(address, { method, headers: { cookie, 'idempotency-key': 'k', ...headers }, body });
        // signing in and joining take no cookie, and programs may: these fail for want of a password
        const isOpen = ['open', 'invitation', 'reset_link'].includes(permission);
        expect([address, isOpen ? [400, 401, 403, 404, 409, 415, 422] : [401, 403, 415]]).toEqual([
          address,
          expect.arrayContaining([status]),
        ]);
      }
      expect((await requestPath('/api/session', { headers: { cookie } })).status).toBe(200);
    }),
  );

  it('no one is signed in, even with the right password', async () => {
    for (const [, headers] of foreignOrigins.filter(([, { origin }]) => origin)) {
      const answer = await requestPath('/api/session', { method: 'POST', headers, body: JSON.stringify(password) });
      expect([403, 415]).toContain(answer.status);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a program with a token may act: it carries its own proof', async () => {
    const send = { method: 'POST', body: JSON.stringify({ serviceId: stage.setUpAnswer.serviceId }) };
    const answer = await requestPath('/api/commands/SendTestAlert', { ...send, headers: { ...json, authorization: bearer } });
    expect(answer.status).toBe(202);
    await stage.settle();
  });

  it('the link of a page works from wherever it is opened', async () => {
    const answer = await requestPath(`/api/pages/${pagePath().split('/').at(-1)}`, {
      method: 'POST',
      headers: { ...json, origin: 'null' },
      body: '{"act":"acknowledge"}',
    });
    expect(answer.status).toBe(202);
    await stage.settle();
  });

  it('no page may read an answer', async () => {
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      for (const path of [
        '/api/session',
        '/api/views/alertGroups',
        '/api/status',
        '/ingest/generic/x',
        '/v2/enqueue',
        '/live/?EIO=4&transport=polling',
      ]) {
        const headers = { origin: 'https://evil.example.org', 'access-control-request-method': 'POST', cookie };
        const answer = await requestPath(path, { method, headers });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect([path, method, method === 'OPTIONS' && answer.status < 300]).toEqual([path, method, false]);
      }
    }
  });
});

describe('what browsers are told', () => {
  it('a page may load only from this server, and can’t be framed', async () => {
    const policy = String((await requestPath('/')).headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "object-src 'none'"])
      expect(policy).toContain(part);
    for (const part of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
  });

  it('nothing is guessed, framed, told where one came from, or asked of the device', async () => {
    for (const path of ['/', pagePath(), '/api/status', '/api/session', '/nothing/here', '/assets/none.js']) {
      const { headers } = await requestPath(path);
      expect([path, headers]).toEqual([
        path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('microphone=()') as string,
        }),
      ]);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('by https: to come by https, and to stand apart from other windows', async () => {
    const { headers } = await requestPath('/', { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000', 'cross-origin-opener-policy': 'same-origin' });
  });

  it('to keep no answer and no page whose address is a secret, and assets for a year', async () => {
    for (const path of ['/api/status', '/api/views/alertGroups', pagePath(), '/invite/secret', '/', '/api/pages/x']) {
      expect([path, (await requestPath(path, { headers: { authorization: bearer } })).headers['cache-control']]).toEqual([
        path,
        'no-store',
      ]);
    }
    const asset = /\/assets\/[^"]+\.js/.exec((await requestPath('/')).body)![0];
    expect((await requestPath(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('scripts compressed, to a browser that takes them so', async () => {
    const script = /\/assets\/[^"]+\.js/.exec((await requestPath('/')).body)![0];
    const { headers } = await requestPath(script, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/accept-encoding/i) });
  });
});

describe('a socket', () => {
  type Handshake = { readonly headers?: Record<string, string>; readonly auth?: Record<string, string>; readonly transport?: string };
  const connectSocket = async ({ headers = {}, auth = {}, transport = 'websocket' }: Handshake): Promise<string> => {
    const socket = io(stage.tocsin.url, {
      path: '/live',
      extraHeaders: headers,
      auth,
      transports: [transport],
      reconnection: false,
      forceNew: true,
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('open'));
      socket.once('connect_error', (error) => resolve(error.message));
    });
    socket.disconnect();
    return outcome;
  };

  it('opens for a session, by cookie or token', async () => {
    expect(await connectSocket({ headers: { cookie } })).toBe('open');
    expect(await connectSocket({ headers: { cookie, origin: stage.tocsin.url } })).toBe('open');
    expect(await connectSocket({ auth: { token: stage.ana.api.token } })).toBe('open');
    expect(await connectSocket({ headers: { cookie }, transport: 'polling' })).toBe('open');
  });

  it('does not open without a session', async () => {
    expect(await connectSocket({})).toBe('session.required');
    expect(await connectSocket({ auth: { token: 'tsn_nothing' } })).not.toBe('open');
  });

  it('does not open for a page elsewhere, whatever it knows', async () => {
    for (const origin of ['https://evil.example.org', 'null', `https://${host}.evil.example.org`]) {
      for (const transport of ['websocket', 'polling']) {
        expect(await connectSocket({ headers: { cookie, origin }, transport })).toMatch(/websocket error|xhr poll error/);
        expect(await connectSocket({ headers: { origin }, auth: { token: stage.ana.api.token }, transport })).toMatch(/error/);
      }
    }
  });

  it('disconnects clients that send too much', async () => {
    const waitForSocketEnd = async (say: (socket: ReturnType<typeof io>) => void): Promise<string> => {
      const socket = io(stage.tocsin.url, {
        path: '/live',
        extraHeaders: { cookie },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      });
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      const reason = new Promise<string>((resolve) => socket.once('disconnect', resolve));
      say(socket);
      return reason;
    };
    expect(await waitForSocketEnd((socket) => socket.emit('watch', ['x'.repeat(20_000)]))).toBe('transport close');
    expect(await waitForSocketEnd((socket) => Array.from({ length: 400 }, () => socket.emit('bell', true)))).toBe('io server disconnect');
  });

  it('takes names of views, and nothing else, for what to watch', async () => {
    const socket = io(stage.tocsin.url, { path: '/live', extraHeaders: { cookie }, transports: ['websocket'], forceNew: true });
    for (const badSubscription of [['__proto__', 'people', 7], { length: 3 }, null, 'alertGroups']) {
      expect(await socket.emitWithAck('watch', badSubscription)).toMatchObject({ ordinal: expect.any(Number) as number });
    }
    socket.disconnect();
  });

  it('takes what was wanted last, also when a tab says two things in one breath', async () => {
    const socket = io(stage.tocsin.url, { path: '/live', extraHeaders: { cookie }, transports: ['websocket'], forceNew: true });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const whenNotified = new Promise<void>((resolve) => socket.on('row', ({ view }: { view: string }) => view === 'arrivals' && resolve()));
    await Promise.all([socket.emitWithAck('watch', ['people']), socket.emitWithAck('watch', Object.keys(views))]);
    await stage.alertmanager('firing', [{ name: 'Told' }]);
    await whenNotified;
    socket.disconnect();
  });
});

describe('a body', () => {
  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    requestPath(path, { method: 'POST', headers: { ...json, authorization: bearer, ...headers }, body });

  it('is 1 MiB for the API', () =>
    expectNoTrace(async () => {
      const large = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
      for (const path of [
        '/api/commands/AddNote',
        '/api/bulk',
        '/api/setup',
        '/api/session',
        '/api/invitations/x',
        '/api/pages/x',
        '/test/clock',
      ]) {
        expect([path, await send(path, large)]).toMatchObject([path, { status: 413, code: 'request.too_large' }]);
      }
    }));

  it('of a signal may be larger than that of the API', async () => {
    const { path } = await stage.integration('generic');
    expect((await send(path, JSON.stringify({ summary: 'Large', details: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(202);
    await stage.settle();
  });

  it('that is compressed is not unpacked', () =>
    expectNoTrace(async () => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
      const { path } = await stage.integration('generic');
      for (const door of [path, '/v2/enqueue', '/api/commands/AddNote']) {
        const { status } = await send(door, bomb, { 'content-encoding': 'gzip' });
        expect([400, 415]).toContain(status);
      }
    }));

  it('that is deep, or names what every object has, does no harm', () =>
    expectNoTrace(async () => {
      const deeplyNestedBody = `{"groupId":${'['.repeat(100_000)}${']'.repeat(100_000)},"text":"x"}`;
      for (const body of [
        deeplyNestedBody,
        '{"__proto__":{"isAdmin":true},"groupId":"x"}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
      ]) {
        const { status } = await send('/api/commands/AddNote', body);
        expect([400, 422]).toContain(status);
      }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    }));
});

describe('the client address behind a proxy', () => {
  it('is believed of the machine’s own proxy, and of no client through it', async () => {
    const requestThrough = (forwardedFor: string) => requestPath('/metrics', { headers: { 'x-forwarded-for': forwardedFor } });
    expect((await requestPath('/metrics')).status).toBe(200);
    expect((await requestThrough('203.0.113.9')).status).toBe(401);
    expect((await requestThrough('127.0.0.1, 203.0.113.9')).status).toBe(401);
    expect((await requestThrough('127.0.0.1')).status).toBe(200);
  });

  it('is not trusted if no proxy is named', async () => {
    const tocsin = await Tocsin.start({ env: { TOCSIN_TRUST_PROXY: '192.0.2.1' } });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expect((await requestAsStranger(`${tocsin.url}/metrics`, { headers })).status).toBe(200);
    expect((await requestAsStranger(`${tocsin.url}/`, { headers })).headers['strict-transport-security']).toBeUndefined();
    await tocsin.end();
  });

  it('is not taken for a local client because a page led the browser here', async () => {
    const tocsin = await Tocsin.start();
    const body = JSON.stringify({ organisation: 'Evil', name: 'Eve', ...password });
    const rebound = { ...json, host: 'rebound.example.org', origin: 'http://rebound.example.org' };
    expect(await requestAsStranger(`${tocsin.url}/api/setup`, { method: 'POST', headers: rebound, body })).toMatchObject({
      status: 403,
      code: 'setup.code_required',
    });
    expect((await requestAsStranger(`${tocsin.url}/metrics`, { headers: { host: 'rebound.example.org' } })).status).toBe(401);
    expect(
      JSON.parse((await requestAsStranger(`${tocsin.url}/api/status`, { headers: { host: 'rebound.example.org' } })).body),
    ).toMatchObject({
      setUp: false,
      codeRequired: true,
    });
    await tocsin.end();
  });
});
