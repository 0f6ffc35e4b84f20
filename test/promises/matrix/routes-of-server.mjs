// Loaded into a server before it starts: writes every route that Fastify is given to the file that TOCSIN_TEST_ROUTES names.
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
