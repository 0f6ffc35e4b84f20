import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import fastify from 'fastify';
import { download } from '@tocsin/contracts/exported-files/limits.js';
import { Downloads } from './downloads.js';
import { partsAhead, partSender, type FilePart } from './part-sender.js';

const part = new Uint8Array(65_536);
const turn = () => new Promise(setImmediate);

/** A server whose only answer is a file, and what its work did. */
const serverOf = async (make: (signal: AbortSignal) => AsyncGenerator<Uint8Array>) => {
  const noted: unknown[] = [];
  const ends: Promise<unknown>[] = [];
  const downloads = new Downloads({ note: (_, error) => void noted.push(error) });
  const app = fastify();
  app.get('/', (_, reply) => {
    const stream = downloads.begin(make, reply.raw);
    ends.push(new Promise((resolve) => stream.once('close', resolve)));
    return reply.type('application/zip').send(stream);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url, noted, ends };
};
/** An answer of which nothing more is read. */
const slowClient = async (url: string): Promise<IncomingMessage> => {
  const [answer] = (await once(request(url).end(), 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  return answer.pause();
};
async function* endless(onPart: () => void, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    onPart();
    yield part;
    await turn();
  }
}

describe('a file that is made while it is downloaded', () => {
  it('breaks off its download when it fails midway, and health shows it', async () => {
    const { app, url, noted } = await serverOf(async function* () {
      yield part;
      await turn();
      throw new Error('the disk went away');
    });
    await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect(noted).toEqual([expect.objectContaining({ message: 'the disk went away' })]);
    await app.close();
  });

  it('is not made ahead of a slow client, which the deadline ends, as health shows', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    let parts = 0;
    const { app, url, noted, ends } = await serverOf((signal) => endless(() => (parts += 1), signal));
    const answer = await slowClient(url);
    for (let before = -1; before !== parts;) {
      before = parts;
      for (let n = 0; n < 200; n += 1) await turn();
    }
    expect(parts).toBeLessThan(2_000);
    jest.advanceTimersByTime(download);
    await Promise.all(ends);
    jest.useRealTimers();
    expect(noted).toEqual([expect.objectContaining({ message: 'the file took too long' })]);
    answer.destroy();
    await app.close();
  });

  it('ends with its client, which is no trouble, and leaves room for the next', async () => {
    let signalOf: AbortSignal | undefined;
    const { app, url, noted, ends } = await serverOf((signal) => {
      signalOf = signal;
      return endless(() => {}, signal);
    });
    for (let n = 0; n < 4; n += 1) {
      (await slowClient(url)).destroy();
      await ends.at(-1);
      expect(signalOf!.aborted).toBe(true);
    }
    expect(noted).toEqual([]);
    await app.close();
  });
});

it('a thread that makes a file is few parts ahead of what was taken', async () => {
  const { port1, port2 } = new MessageChannel();
  const send = partSender(port1);
  let sent = 0;
  const all = (async () => {
    for (; sent < 2 * partsAhead; sent += 1) await send(new Uint8Array(1));
    await send(null);
  })();
  for (let n = 0; n < 50; n += 1) await turn();
  expect(sent).toBe(partsAhead);
  const taken: FilePart[] = [];
  while (taken.at(-1) !== null) {
    const got = receiveMessageOnPort(port2);
    if (got) {
      taken.push(got.message as FilePart);
      port2.postMessage(null);
    } else await turn();
  }
  await all;
  expect(taken).toHaveLength(2 * partsAhead + 1);
  port1.close();
});
