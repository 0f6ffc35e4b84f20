import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type LookupFunction } from 'node:net';
import { namesBy } from '@tocsin/testing/fakes/names.js';
import { CallDeadlines } from '../clock/call-deadlines.js';
import { ManualClock } from '../clock/clock.js';
import { OutgoingHttp, type OutgoingOptions } from './outgoing.js';
import { OutgoingFailed } from './outgoing-failed.js';

const servers: Server[] = [];
const calls: OutgoingHttp[] = [];

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};
const outgoing = (options: OutgoingOptions = { allowLoopback: true }): OutgoingHttp => {
  const http = new OutgoingHttp(options);
  calls.push(http);
  return http;
};
/** Returns the addresses in turn, then the last one each time. */
const resolveTo = (...answers: readonly string[][]): LookupFunction => {
  const remaining = [...answers];
  return (_, options, callback) => {
    const all = (remaining.length > 1 ? remaining.shift()! : remaining[0]!).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
};
const failureOf = async (call: Promise<unknown>): Promise<OutgoingFailed> => {
  const error = await call.then(
    () => new Error('it worked'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutgoingFailed) return error;
  throw error;
};

afterEach(() => {
  for (const http of calls.splice(0)) http.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a call to the outside', () => {
  it('posts the body with its headers, and answers status, headers and body', async () => {
    const port = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.writeHead(201, { 'x-said': request.headers['x-asked'] }).end(`${request.method} ${request.url} ${body}`);
      });
    });
    const answer = await outgoing().post(`http://127.0.0.1:${port}/a?b=c`, {
      headers: { 'X-Asked': 'yes' },
      body: 'hello',
      deadlineMs: 5_000,
    });
    expect(answer).toMatchObject({ status: 201, body: 'POST /a?b=c hello', headers: { 'x-said': 'yes' } });
  });

  it('turns a name and password in the address into basic authentication', async () => {
    const port = await serve((request, response) => response.end(request.headers.authorization));
    const answer = await outgoing().get(`http://ana:p%40ss@127.0.0.1:${port}/`, { deadlineMs: 5_000 });
    expect(answer.body).toBe(`Basic ${Buffer.from('ana:p@ss').toString('base64')}`);
  });

  it('follows no redirect', async () => {
    let requestCount = 0;
    const port = await serve((_, response) => {
      requestCount += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await outgoing().post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 })).status).toBe(302);
    expect(requestCount).toBe(1);
  });

  it('reads 64 KiB of an endless answer and no more', async () => {
    const port = await serve((_, response) => {
      const writeMore = (): void => void (response.destroyed || response.write('x'.repeat(10_000), writeMore));
      writeMore();
    });
    expect((await outgoing().get(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 })).body).toHaveLength(65_536);
  });

  it('keeps no connection open', async () => {
    const port = await serve((_, response) => response.end('ok'));
    const whenClosed = once(servers.at(-1)!, 'connection').then(([socket]) => once(socket, 'close'));
    await outgoing().get(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 });
    await whenClosed;
  });
});

describe('a call that fails', () => {
  it('times out when nothing is answered', async () => {
    const port = await serve(() => {});
    const failure = await failureOf(outgoing().post(`http://127.0.0.1:${port}/`, { deadlineMs: 50 }));
    expect(failure).toMatchObject({ reason: 'delivery.timeout', detail: 'No answer within 0.05 s.', retry: true, isPerhapsDone: true });
  });

  it('times out when the clock that its deadlines come by has passed', async () => {
    const clock = new ManualClock('2026-11-21T03:12:00.000Z');
    const port = await serve(() => clock.moveTo('2026-11-21T03:12:10.000Z'));
    const http = outgoing({ allowLoopback: true, timer: new CallDeadlines(clock) });
    const failure = await failureOf(http.post(`http://127.0.0.1:${port}/`, { deadlineMs: 10_000 }));
    expect(failure).toMatchObject({ reason: 'delivery.timeout', detail: 'No answer within 10 s.' });
  });

  it('times out when the answer’s body never ends', async () => {
    const port = await serve((_, response) => response.writeHead(200).write('half'));
    expect((await failureOf(outgoing().get(`http://127.0.0.1:${port}/`, { deadlineMs: 50 }))).reason).toBe('delivery.timeout');
  });

  it('times out when a name is never resolved', async () => {
    const http = outgoing({ names: namesBy(() => {}) });
    expect(await failureOf(http.get('http://hooks.example/', { deadlineMs: 50 }))).toMatchObject({
      reason: 'delivery.timeout',
      isPerhapsDone: false,
    });
  });

  it('says that the outcome is unknown when the caller gives up', async () => {
    const giveUp = new AbortController();
    const port = await serve(() => giveUp.abort());
    const failure = await failureOf(outgoing().post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000, signal: giveUp.signal }));
    expect(failure.reason).toBe('delivery.outcome_unknown');
  });

  it('says that the outcome is unknown when the server stops', async () => {
    const http = outgoing();
    const port = await serve(() => http.close());
    expect((await failureOf(http.post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).reason).toBe('delivery.outcome_unknown');
    expect((await failureOf(http.post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).reason).toBe('delivery.outcome_unknown');
  });

  it('is unreachable when nobody listens, and when the connection is cut', async () => {
    const free = createTcpServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    expect(await failureOf(outgoing().get(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).toMatchObject({
      reason: 'delivery.provider_unreachable',
      detail: 'ECONNREFUSED',
      isPerhapsDone: false,
    });
    const cutting = await serve((request) => request.socket.destroy());
    expect(await failureOf(outgoing().get(`http://127.0.0.1:${cutting}/`, { deadlineMs: 5_000 }))).toMatchObject({
      reason: 'delivery.provider_unreachable',
      isPerhapsDone: true,
    });
  });

  it('keeps address, password and body out of what it says', async () => {
    const http = outgoing({
      names: namesBy((_, __, callback) => callback(Object.assign(new Error('getaddrinfo secret.example'), { code: 'ENOTFOUND' }), [])),
    });
    const failure = await failureOf(http.post('https://ana:hunter2@secret.example/T0KEN', { body: 'b0dy', deadlineMs: 5_000 }));
    expect(failure.detail).toBe('ENOTFOUND');
    expect(failure.message).not.toMatch(/hunter2|secret|T0KEN|b0dy/);
  });
});

describe('an address that somebody typed', () => {
  const refusal = { ok: false, code: 'outgoing.private_address' };
  const typedAddresses = [
    ['http://10.0.0.1/', refusal],
    ['http://127.0.0.1:8080/', refusal],
    ['http://2130706433/', refusal],
    ['http://0x7f.1/', refusal],
    ['http://0177.0.0.1/', refusal],
    ['http://127.1/', refusal],
    ['http://0/', refusal],
    ['http://[64:ff9b::7f00:1]/', refusal],
    ['http://[2002:7f00:1::]/', refusal],
    ['http://100.64.1.1/', refusal],
    ['http://169.254.169.254/', refusal],
    ['http://127.0.0.1./', refusal],
    ['http://[::1]/', refusal],
    ['http://[::ffff:169.254.169.254]/', refusal],
    ['https://93.184.215.14/hook', { ok: true }],
    ['https://[2606:4700::1111]/hook', { ok: true }],
    ['ftp://93.184.215.14/', { ok: false, code: 'request.invalid' }],
    ['no address', { ok: false, code: 'request.invalid' }],
  ] as const;

  it.each(typedAddresses)('%s', async (url, verdict) => {
    expect(await outgoing({}).checkAddress(url)).toEqual(verdict);
  });

  it('is refused when any address of its name is private', async () => {
    const http = outgoing({ names: namesBy(resolveTo(['93.184.215.14', '10.0.0.1'])) });
    expect(await http.checkAddress('https://hooks.example/')).toEqual(refusal);
  });

  it('passes when its name is not known yet', async () => {
    const http = outgoing({ names: namesBy((_, __, callback) => callback(new Error('ENOTFOUND'), [])) });
    expect(await http.checkAddress('https://hooks.example/')).toEqual({ ok: true });
  });

  it('is refused when called, although its name was public when it was typed', async () => {
    let requestCount = 0;
    const port = await serve((_, response) => {
      requestCount += 1;
      response.end();
    });
    const http = outgoing({ names: namesBy(resolveTo(['93.184.215.14'], ['127.0.0.1'])) });
    const url = `http://rebound.example:${port}/`;
    expect(await http.checkAddress(url)).toEqual({ ok: true });
    expect(await failureOf(http.post(url, { deadlineMs: 5_000 }))).toMatchObject({ reason: 'delivery.private_address', retry: false });
    expect(requestCount).toBe(0);
  });

  it('is looked up once for a call, and called at the very address that was judged', async () => {
    const port = await serve((_, response) => response.end('public'));
    let lookups = 0;
    // public at first and private from then on; this machine acts as a public address here
    const lookup: LookupFunction = (_, options, callback) => {
      lookups += 1;
      const address = lookups === 1 ? '127.0.0.1' : '10.0.0.1';
      if (options.all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
    const http = outgoing({ names: namesBy(lookup), allowCidrs: '127.0.0.1/32' });
    expect((await http.post(`http://rebound.example:${port}/`, { deadlineMs: 5_000 })).body).toBe('public');
    expect(lookups).toBe(1);
    expect(await failureOf(http.post(`http://rebound.example:${port}/`, { deadlineMs: 5_000 }))).toMatchObject({
      reason: 'delivery.private_address',
    });
  });

  it('leads no further by a redirect into a private network', async () => {
    let inside = 0;
    const secret = await serve((_, response) => {
      inside += 1;
      response.end('secret');
    });
    const port = await serve((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${secret}/` }).end());
    const answer = await outgoing().post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 });
    expect([answer.status, answer.body, inside]).toEqual([307, '', 0]);
  });

  it('is refused when called by a literal private address', async () => {
    const port = await serve((_, response) => response.end());
    expect((await failureOf(outgoing({}).post(`http://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).reason).toBe(
      'delivery.private_address',
    );
    expect((await failureOf(outgoing({}).post(`http://[::1]:${port}/`, { deadlineMs: 5_000 }))).reason).toBe('delivery.private_address');
  });

  it('is called when the operator allowed its network', async () => {
    const port = await serve((_, response) => response.end('inside'));
    const http = outgoing({ allowCidrs: '127.0.0.0/8', names: namesBy(resolveTo(['127.0.0.1'])) });
    expect((await http.post(`http://inside.example:${port}/`, { deadlineMs: 5_000 })).body).toBe('inside');
  });

  it('is called wherever it is when an admin configured it', async () => {
    const port = await serve((_, response) => response.end('neighbour'));
    const http = outgoing({ names: namesBy(resolveTo(['127.0.0.1'])) });
    expect((await http.post(`http://ntfy.internal:${port}/`, { deadlineMs: 5_000, isTrusted: true })).body).toBe('neighbour');
  });
});
