// Loaded into a server before it starts: writes every route registered with Fastify to the file named by TOCSIN_TEST_ROUTES.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const routes = [];
subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('onRoute', ({ method, url }) => routes.push(...[method].flat().map((one) => `${one} ${url}`)));
  fastify.addHook('onReady', (done) => {
    writeFileSync(process.env.TOCSIN_TEST_ROUTES, JSON.stringify(routes));
    done();
  });
});
