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
  // on a busy machine
  stage.expectedErrors = /large bodies are being read/;
  ({ key } = await stage.integration('pagerduty-events'));
  doors = [(await stage.integration('alertmanager')).path, (await stage.integration('generic')).path, '/v2/enqueue'];
});
afterAll(() => stage.close());

/** Sends bytes on a new connection, and reads until the server closes it, or until the client hangs up or cuts it off after sending. */
const sendBytes = async (bytes: readonly (string | Buffer)[], ending: 'wait' | 'hang up' | 'cut off' = 'wait'): Promise<string> => {
  const { port, hostname } = new URL(stage.tocsin.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let receivedText = '';
  socket.on('data', (chunk: Buffer) => (receivedText += chunk.toString('latin1')));
  // a client that is cut off while sending gets an error
  socket.on('error', () => undefined);
  const whenClosed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of bytes) socket.write(part);
  if (ending === 'hang up') socket.end();
  // waits until the bytes were sent
  if (ending === 'cut off') socket.write('', () => socket.destroy());
  await whenClosed;
  return receivedText;
};

const requestHead = (path: string, length: number | null, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n${length === null ? '' : `content-length: ${length}\r\n`}${more}\r\n`;
const post = (path: string, body: string | Buffer, more = ''): Promise<string> =>
  sendBytes([requestHead(path, Buffer.byteLength(body), more), body]);
/** As senders do: what was not read in time, on a busy machine, is sent again; what was not for three times is refused as too large. */
const postAgain = async (path: string, body: string | Buffer): Promise<string> => {
  for (let left = 3; ; left -= 1) {
    const answer = await post(path, body);
    if (statusOf(answer) !== 503 || left === 0) return answer;
  }
};
/** A client that is still sending may lose the answer with the connection. */
const noStatus = Number.NaN;
const statusOf = (receivedText: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(receivedText)?.[1]);

/** Expects that no event is written, and that the server keeps running. */
const expectNoTrace = async (work: () => Promise<void>): Promise<void> => {
  const before = await stage.getHead();
  await work();
  await stage.settle();
  expect(await stage.getHead()).toBe(before);
  expect((await stage.tocsin.anonymous.request('GET', '/readyz')).status).toBe(200);
};

const nestedJson = (depth: number, open: string, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
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
  ['an array in an array, half a million deep', nestedJson(500_000, '[', ']')],
  ['an object in an object, ninety thousand deep', nestedJson(90_000, '{"alerts":', '}')],
  ['names of what every object has', '{"__proto__":{"alerts":[]},"constructor":1,"routing_key":{"toString":1}}'],
  ['an alert that is none', '{"routing_key":[],"event_action":{},"summary":" ","alerts":{"length":1e9}}'],
  ['zeros', Buffer.alloc(100_000)],
];

describe('at the doors of monitoring systems', () => {
  it.each(garbage)('%s is refused, and leaves nothing', (_, body) =>
    expectNoTrace(async () => {
      for (const door of doors) expect([400, 401, 413]).toContain(statusOf(await postAgain(door, body)));
    }),
  );

  it('what is too large is refused with 413, whether it says so or not', () =>
    expectNoTrace(async () => {
      for (const door of doors) {
        const bodyLimit = door === '/v2/enqueue' ? limits.unkeyedBodyBytes : limits.requestBodyBytes;
        const large = `{"alerts":"${'x'.repeat(bodyLimit)}"}`;
        const reply = await sendBytes([requestHead(door, large.length)]);
        expect(statusOf(reply)).toBe(413);
        expect(reply).toContain(`The request body is larger than ${bodyLimit / 1_024 / 1_024} MiB`);
        const chunks = [requestHead(door, null, 'transfer-encoding: chunked\r\n'), `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`];
        expect([413, noStatus]).toContainEqual(statusOf(await sendBytes(chunks)));
      }
    }));

  it('headers without an end are refused with 431', () =>
    expectNoTrace(async () => {
      expect([431, noStatus]).toContainEqual(statusOf(await post(doors[0]!, '{}', `x: ${'y'.repeat(100_000)}\r\n`)));
      expect([431, noStatus]).toContainEqual(statusOf(await post(doors[0]!, '{}', 'x: y\r\n'.repeat(20_000))));
    }));

  it('what is no HTTP at all is refused', () =>
    expectNoTrace(async () => {
      for (const bytes of [randomBytes(10_000), Buffer.from('\r\n\r\n\r\n'), Buffer.from('GET\0/ HTTP/9.9\r\n\r\n')]) {
        expect([400, noStatus]).toContainEqual(statusOf(await sendBytes([bytes], 'hang up')));
      }
    }));

  it('whoever is slow is hung up on, earlier when not even the headers are whole', () =>
    expectNoTrace(async () => {
      const order: string[] = [];
      const expectHangUp = async (testTitle: string, bytes: readonly string[]): Promise<number> => {
        const response = await sendBytes(bytes);
        order.push(testTitle);
        return statusOf(response);
      };
      const statuses = await Promise.all([
        expectHangUp('body', [requestHead(doors[0]!, 1_000), '{"alerts":']),
        expectHangUp('body', [requestHead('/api/session', 1_000), '{"email":']),
        expectHangUp('headers', [`POST ${doors[0]} HTTP/1.1\r\nhost: x\r\n`]),
      ]);
      expect(statuses).toEqual([408, 408, 408]);
      expect(order).toEqual(['headers', 'body', 'body']);
    }));

  it('a body that is never finished is no signal', () =>
    expectNoTrace(async () => {
      for (const door of doors) {
        await sendBytes([requestHead(door, 1_000), '{"alerts":'], 'cut off');
        await sendBytes([requestHead(door, 1_000), '{"alerts":'], 'hang up');
        await sendBytes([requestHead(door, null, 'transfer-encoding: chunked\r\n'), 'ffff\r\n{"alerts":'], 'cut off');
      }
    }));

  it('a wrong address or a wrong key is a 4xx, however it is written', () =>
    expectNoTrace(async () => {
      const malformedRequests = [
        '/ingest/alertmanager/%00',
        '/ingest/alertmanager/%ff%fe',
        `/ingest/generic/${'k'.repeat(5_000)}`,
        '/ingest/alertmanager?key=__proto__',
        '/%2e%2e/v2/enqueue',
      ];
      for (const path of malformedRequests) {
        const status = statusOf(await post(path, '{"routing_key":"__proto__","event_action":"trigger","payload":{"summary":"x"}}'));
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      }
    }));

  it('details as deep as a request may hold are a signal like any other', async () => {
    expect(statusOf(await postAgain('/v2/enqueue', trigger(nestedJson(100_000, '[', ']'))))).toBe(202);
    expect(statusOf(await post('/v2/enqueue', trigger(nestedJson(50_000, '{"a":', '}'))))).toBe(202);
    const group = await stage.getGroup(1);
    expect(group).toMatchObject({ title: 'Deep (s)', status: 'firing' });
    expect((await stage.ana.api.request('GET', '/api/events?limit=10')).status).toBe(200);
  });
});
