import Fastify from 'fastify';

// The ceiling: the same server library, parsing and answer, without storing anything.
const server = Fastify();
server.post('/*', async (_request, reply) => reply.status(202).send({ status: 'accepted' }));
await server.listen({ port: 0, host: '127.0.0.1' });
console.log(`listens on http://127.0.0.1:${server.server.address().port}/ingest`);
process.on('SIGTERM', () => process.exit(0));
