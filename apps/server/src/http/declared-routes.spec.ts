import Fastify, { type FastifyInstance } from 'fastify';
import type { Route } from '@tocsin/contracts/routes/route.js';
import { sendCookies } from './cookies.js';
import { holderBudgetOf, readDeclarations } from './declared-routes.js';

const serverOf = (add: (server: FastifyInstance) => unknown): FastifyInstance => {
  const server = Fastify();
  readDeclarations(server);
  add(server);
  return server;
};
const answer = () => 'answered';

describe('a route that is registered beside the guards', () => {
  it('ends the start when it declares nothing', () => {
    expect(() => serverOf((server) => server.get('/status/:slug', answer))).toThrow('GET /status/:slug declares neither');
    expect(() => serverOf((server) => server.post('/healthz', answer))).toThrow('POST /healthz declares neither');
  });

  it('is taken when it declares its terms itself, or is in the list', () => {
    expect(() => serverOf((server) => server.get('/status/:slug', { config: { terms: { rate: 'strangers' } } }, answer))).not.toThrow();
    expect(() => serverOf((server) => server.get('/healthz', answer))).not.toThrow();
  });

  it('has the limit of a body that it declares', async () => {
    const terms = { rate: 'none', bodyBytes: 10 } as const;
    const server = serverOf((one) => one.post('/small', { config: { terms } }, answer));
    const send = async (payload: string) =>
      (
        await server.inject({
          method: 'POST',
          url: '/small',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        })
      ).statusCode;
    expect([await send('x'), await send('x'.repeat(20))]).toEqual([200, 413]);
  });
});

it('a route in the list that is entered without a session does not compile without terms', () => {
  // @ts-expect-error: terms are missing
  const route: Route = { method: 'GET', path: '/status', room: 'server', says: '', permission: 'open', answers: [] };
  expect(route.terms).toBeUndefined();
});

it('a cookie or a budget that a route does not declare is a fault, not an answer', async () => {
  const config = { terms: { rate: 'strangers' } } as const;
  const server = serverOf((one) => {
    one.get('/cookie', { config }, (request, reply) => sendCookies(request, reply, { tocsin_session: 'tocsin_session=stolen' }));
    one.get('/budget', { config }, (request) => holderBudgetOf(request));
  });
  for (const url of ['/cookie', '/budget']) {
    const { statusCode, headers } = await server.inject({ url });
    expect([url, statusCode, headers['set-cookie']]).toEqual([url, 500, undefined]);
  }
});
