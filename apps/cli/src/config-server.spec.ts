import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigServer } from './config-server.js';

const servers: Server[] = [];
const listen = async (handler: RequestListener): Promise<string> => {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
const serverAt = (url: string) => ConfigServer.of(undefined, { TOCSIN_URL: url, TOCSIN_TOKEN: 'secret' });

describe('the server that files are sent to', () => {
  it('can’t send them on to another one', async () => {
    let reached = 0;
    const elsewhere = await listen((_request, response) => void response.end(String((reached += 1))));
    const url = await listen((_request, response) => void response.writeHead(307, { location: elsewhere }).end());
    await expect(serverAt(url).post('/api/config/apply', 'text/plain', '{}')).rejects.toThrow(`redirects to ${elsewhere}`);
    expect(reached).toBe(0);
  });

  it.each([
    ['/api/config/apply', 'It may have been started: see the list of applies.'],
    ['/api/config/plan', 'Nothing was changed.'],
  ])('is away in the middle of an answer: %s', async (path, outcome) => {
    const url = await listen((request) => void request.socket.destroy());
    await expect(serverAt(url).post(path, 'text/plain', '{}')).rejects.toThrow(outcome);
  });

  it('is reached without encryption with a warning only', () => {
    const said: unknown[] = [];
    const { error } = console;
    console.error = (text) => void said.push(text);
    try {
      for (const url of ['http://tocsin.example.org', 'https://tocsin.example.org', 'http://localhost:1', 'http://[::1]:1']) serverAt(url);
    } finally {
      console.error = error;
    }
    expect(said).toEqual([expect.stringContaining('http://tocsin.example.org is not encrypted')]);
  });
});
