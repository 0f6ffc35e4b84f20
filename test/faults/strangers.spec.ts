import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@tocsin/contracts/limits.js';
import { requestAsStranger, type StrangerResponse } from '@tocsin/testing/browser/stranger.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

jest.setTimeout(120_000);

/** Megabytes of heap: keeping every 1 MiB request would crash the server long before the last of them. */
const heap = 160;
const requests = 250;
const laneCount = 8;
const megabyte = 1_024 * 1_024;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin({ env: { NODE_OPTIONS: `--max-old-space-size=${heap}` } });
});
afterAll(() => stage.close());

const urlOf = (path: string): string => `${stage.tocsin.url}${path}`;
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<StrangerResponse> =>
  requestAsStranger(urlOf(path), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** Runs this many, a few at a time. */
const repeatInLanes = async (times: number, work: (n: number) => Promise<StrangerResponse>): Promise<readonly number[]> => {
  const statuses: number[] = [];
  const runLane = async (first: number): Promise<void> => {
    for (let n = first; n < times; n += laneCount) statuses.push((await work(n)).status);
  };
  await Promise.all(Array.from({ length: laneCount }, (_none, n) => runLane(n)));
  return [...new Set(statuses)].toSorted();
};

/** Opens a request that declares a length, sends a part of its body, and stops there. */
const startHalfRequest = async (path: string, length: number, sentBytes: number): Promise<Socket> => {
  const { port, hostname } = new URL(stage.tocsin.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(`${head}${'x'.repeat(sentBytes)}`, () => resolve()));
  return socket;
};

describe('strangers', () => {
  it('who send keys of a megabyte by the hundred use up no memory', async () => {
    const largeBodyOf = (n: number) => JSON.stringify({ routing_key: `${n}`.padEnd(megabyte - 200, 'k'), event_action: 'trigger' });
    expect(await repeatInLanes(requests, (n) => post('/v2/enqueue', largeBodyOf(n)))).toEqual([400]);
    await stage.generic({ summary: 'Still there', key: 'after the keys' });
  });

  it('who send a wrong key in the address are refused before their body is read', async () => {
    const key = randomBytes(16).toString('hex');
    // a body that never comes: a server that waited for it would not answer
    const socket = await startHalfRequest(`/ingest/generic/${key}`, megabyte - 1, 10);
    const [receivedChunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(receivedChunk.toString()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('who hold bodies open are asked to come again, and nobody with a key or a session is', async () => {
    const heldSockets: Socket[] = [];
    for (let n = 0; n * megabyte < limits.bodies.ofNetwork; n += 1)
      heldSockets.push(await startHalfRequest('/v2/enqueue', megabyte, megabyte - 1));
    const postLarge = async (): Promise<StrangerResponse> => post('/v2/enqueue', JSON.stringify({ routing_key: 'x'.repeat(100_000) }));
    let answer = await postLarge();
    // the last bytes may still be on their way
    while (answer.status !== 503) answer = await postLarge();
    expect(answer.headers['retry-after']).toBe('5');
    await stage.generic({ summary: 'x'.repeat(20_000), key: 'beside them' });
    expect((await post('/api/session', JSON.stringify({ email: 'x'.repeat(20_000) }))).status).toBe(503);
    const { token } = stage.ana.api;
    const command = JSON.stringify({ groupId: (await stage.getGroup(1)).id, text: 'n'.repeat(9_000) });
    expect((await post('/api/commands/AddNote', command, { authorization: `Bearer ${token}` })).status).toBe(202);
    for (const socket of heldSockets) socket.destroy();
    // and the memory is released
    while ((await postLarge()).status === 503);
    expect((await postLarge()).status).toBe(400);
  });

  it('are given the document of the API that was made once', async () => {
    const first = await requestAsStranger(urlOf('/api/openapi.json'));
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect((await requestAsStranger(urlOf('/api/openapi.json'))).body).toBe(first.body);
  });

  it('who open sockets and say nothing leave room for whoever shows a session', async () => {
    const shake = (headers: Readonly<Record<string, string>> = {}): Promise<StrangerResponse> =>
      requestAsStranger(urlOf('/live/?EIO=4&transport=polling'), { headers });
    const shakeMany = (): Promise<readonly StrangerResponse[]> => Promise.all(Array.from({ length: 50 }, () => shake()));
    while ((await shakeMany()).every(({ status }) => status === 200));
    expect((await shake({ cookie: `tocsin_session=${stage.ana.api.token}` })).status).toBe(200);
  });
});
