import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Front } from './front.js';

const takes: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.end('taken'));
};

describe('a request that sends its body slowly', () => {
  const front = new Front({ certificate: null, isForDoors: (_, url) => url === '/door', doors: takes, meanwhile: takes, within: 50 });
  let port: number;
  beforeAll(async () => {
    port = await front.listen(0, '127.0.0.1');
  });
  afterAll(() => front.close());

  const half = (method: string, path: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: tocsin\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf`);
    return socket;
  };
  const rest = async (socket: Socket): Promise<string> => {
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    await once(socket, 'close');
    return Buffer.concat(pieces).toString('latin1');
  };

  it('is ended, but for a table that is imported', async () => {
    const upload = half('POST', '/api/imports?name=Old');
    const late = [half('POST', '/api/commands'), half('PUT', '/api/imports'), half('POST', '/door')];
    for (const answer of await Promise.all(late.map(rest))) expect(answer).toMatch(/^HTTP\/1.1 408 /);
    upload.write('more');
    expect(await rest(upload)).toMatch(/^HTTP\/1.1 200 [\s\S]*taken/);
  });
});
