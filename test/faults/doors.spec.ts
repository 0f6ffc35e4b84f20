import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { limits } from '@tocsin/contracts/limits.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let doors: readonly string[];
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ key } = await stage.integration('pagerduty-events'));
  doors = [(await stage.integration('alertmanager')).path, (await stage.integration('generic')).path, '/v2/enqueue'];
});
afterAll(() => stage.close());

/** Sends bytes on a new connection, and reads until the server closes it, or until the client hangs up or cuts it off after sending. */
const say = async (bytes: readonly (string | Buffer)[], then: 'wait' | 'hang up' | 'cut off' = 'wait'): Promise<string> => {
  const { port, hostname } = new URL(stage.tocsin.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  // a client that is cut off while sending gets an error
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of bytes) socket.write(part);
  if (then === 'hang up') socket.end();
  // waits until the bytes were sent
  if (then === 'cut off') socket.write('', () => socket.destroy());
  await closed;
  return heard;
};

const head = (path: string, length: number | null, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n${length === null ? '' : `content-length: ${length}\r\n`}${more}\r\n`;
const post = (path: string, body: string | Buffer, more = ''): Promise<string> => say([head(path, Buffer.byteLength(body), more), body]);
/** A client that is still sending may lose the answer with the connection. */
const lost = Number.NaN;
const statusOf = (heard: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]);

/** Expects that no event is written, and that the server keeps running. */
const leavesNothing = async (work: () => Promise<void>): Promise<void> => {
  const before = await stage.head();
  await work();
  await stage.settle();
  expect(await stage.head()).toBe(before);
  expect((await stage.tocsin.anonymous.request('GET', '/readyz')).status).toBe(200);
};

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
const trigger = (details: string): string =>
  `{"routing_key":"${key}","event_action":"trigger","dedup_key":"deep","payload":{"summary":"Deep","source":"s","severity":"info","custom_details":${details}}}`;

const garbage: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['half of an object', '{"alerts":[{"labels":'],
  ['random bytes', randomBytes(4_096)],
  ['invalid UTF-8', Buffer.concat([Buffer.from('{"x":"'), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"')])],
  ['a number', '7'],
  ['null', 'null'],
  ['a text', '"alerts"'],
  ['an array in an array, half a million deep', nested(500_000, '[', ']')],
  ['an object in an object, ninety thousand deep', nested(90_000, '{"alerts":', '}')],
  ['names of what every object has', '{"__proto__":{"alerts":[]},"constructor":1,"routing_key":{"toString":1}}'],
  ['an alert that is none', '{"routing_key":[],"event_action":{},"summary":" ","alerts":{"length":1e9}}'],
  ['zeros', Buffer.alloc(100_000)],
];

describe('at the doors of monitoring systems', () => {
  it.each(garbage)('%s is refused, and leaves nothing', (_, body) =>
    leavesNothing(async () => {
      for (const door of doors) expect([400, 401]).toContain(statusOf(await post(door, body)));
    }),
  );

  it('what is too large is refused with 413, whether it says so or not', () =>
    leavesNothing(async () => {
      for (const door of doors) {
        const most = door === '/v2/enqueue' ? limits.unkeyedBodyBytes : limits.requestBodyBytes;
        const large = `{"alerts":"${'x'.repeat(most)}"}`;
        const told = await say([head(door, large.length)]);
        expect(statusOf(told)).toBe(413);
        expect(told).toContain(`The request body is larger than ${most / 1_024 / 1_024} MiB`);
        const chunks = [head(door, null, 'transfer-encoding: chunked\r\n'), `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`];
        expect([413, lost]).toContainEqual(statusOf(await say(chunks)));
      }
    }));

  it('headers without an end are refused with 431', () =>
    leavesNothing(async () => {
      expect([431, lost]).toContainEqual(statusOf(await post(doors[0]!, '{}', `x: ${'y'.repeat(100_000)}\r\n`)));
      expect([431, lost]).toContainEqual(statusOf(await post(doors[0]!, '{}', 'x: y\r\n'.repeat(20_000))));
    }));

  it('what is no HTTP at all is refused', () =>
    leavesNothing(async () => {
      for (const bytes of [randomBytes(10_000), Buffer.from('\r\n\r\n\r\n'), Buffer.from('GET\0/ HTTP/9.9\r\n\r\n')]) {
        expect([400, lost]).toContainEqual(statusOf(await say([bytes], 'hang up')));
      }
    }));

  it('whoever is slow is hung up on, earlier when not even the headers are whole', () =>
    leavesNothing(async () => {
      const order: string[] = [];
      const hungUpOn = async (what: string, bytes: readonly string[]): Promise<number> => {
        const said = await say(bytes);
        order.push(what);
        return statusOf(said);
      };
      const statuses = await Promise.all([
        hungUpOn('body', [head(doors[0]!, 1_000), '{"alerts":']),
        hungUpOn('body', [head('/api/session', 1_000), '{"email":']),
        hungUpOn('headers', [`POST ${doors[0]} HTTP/1.1\r\nhost: x\r\n`]),
      ]);
      expect(statuses).toEqual([408, 408, 408]);
      expect(order).toEqual(['headers', 'body', 'body']);
    }));

  it('a body that is never finished is no signal', () =>
    leavesNothing(async () => {
      for (const door of doors) {
        await say([head(door, 1_000), '{"alerts":'], 'cut off');
        await say([head(door, 1_000), '{"alerts":'], 'hang up');
        await say([head(door, null, 'transfer-encoding: chunked\r\n'), 'ffff\r\n{"alerts":'], 'cut off');
      }
    }));

  it('a wrong address or a wrong key is a 4xx, however it is written', () =>
    leavesNothing(async () => {
      const wrong = [
        '/ingest/alertmanager/%00',
        '/ingest/alertmanager/%ff%fe',
        `/ingest/generic/${'k'.repeat(5_000)}`,
        '/ingest/alertmanager?key=__proto__',
        '/%2e%2e/v2/enqueue',
      ];
      for (const path of wrong) {
        const status = statusOf(await post(path, '{"routing_key":"__proto__","event_action":"trigger","payload":{"summary":"x"}}'));
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      }
    }));

  it('details as deep as a request may hold are a signal like any other', async () => {
    expect(statusOf(await post('/v2/enqueue', trigger(nested(100_000, '[', ']'))))).toBe(202);
    expect(statusOf(await post('/v2/enqueue', trigger(nested(50_000, '{"a":', '}'))))).toBe(202);
    const group = await stage.group(1);
    expect(group).toMatchObject({ title: 'Deep', status: 'firing' });
    expect((await stage.ana.api.request('GET', '/api/events?limit=10')).status).toBe(200);
  });
});
