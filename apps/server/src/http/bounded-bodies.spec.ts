import Fastify from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { BodyRoom } from './body-room.js';
import { addBoundedBodies } from './bounded-bodies.js';

it('a body for which there is no memory is refused before it is read, a small one never', async () => {
  const server = Fastify();
  const none = { together: 0, ofStrangers: 0, ofNetwork: 0, ofIntegration: 0 };
  addBoundedBodies(server, partOf<Parameters<typeof addBoundedBodies>[1]>({ config: {}, side: {}, reads: {} }), new BodyRoom(none));
  const refused: unknown[] = [];
  server.setErrorHandler((error, _request, reply) => {
    refused.push(error);
    return reply.code(503).send();
  });
  server.post('/', () => 'taken');
  const post = (bytes: number) => server.inject({ method: 'POST', url: '/', payload: { text: 'x'.repeat(bytes) } });
  expect((await post(10)).statusCode).toBe(200);
  expect((await post(limits.bodies.free)).statusCode).toBe(503);
  expect(refused).toMatchObject([{ code: 'limit.bodies', retryAfter: 5 }]);
  await server.close();
});
