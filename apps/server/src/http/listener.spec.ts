import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { HttpListener } from './listener.js';

const answerRequest: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.end('taken'));
};

describe('a request that sends its body slowly', () => {
  const listener = new HttpListener({
    certificate: null,
    isForDoors: (url) => url === '/door',
    senders: answerRequest,
    fallback: answerRequest,
    within: 50,
  });
  let port: number;
  beforeAll(async () => {
    port = await listener.listen(0, '127.0.0.1');
  });
  afterAll(() => listener.close());

  const sendHalf = (method: string, path: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: tocsin\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf`);
    return socket;
  };
  const readRest = async (socket: Socket): Promise<string> => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString('latin1');
  };

  it('is ended, but for a table that is imported', async () => {
    const upload = sendHalf('POST', '/api/imports?name=Old');
    const late = [sendHalf('POST', '/api/commands'), sendHalf('PUT', '/api/imports'), sendHalf('POST', '/door')];
    for (const answer of await Promise.all(late.map(readRest))) expect(answer).toMatch(/^HTTP\/1.1 408 /);
    upload.write('more');
    expect(await readRest(upload)).toMatch(/^HTTP\/1.1 200 [\s\S]*taken/);
  });
});
