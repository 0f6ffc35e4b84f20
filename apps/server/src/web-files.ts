import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isSenderPath } from './ingest/endpoint-paths.js';
import { HttpProblem } from './problems/problem.js';

/** Serves the built files, and the app’s single page for all of its addresses. */
export const addWebFiles = async (server: FastifyInstance, web: string): Promise<void> => {
  if (!existsSync(join(web, 'index.html'))) return;
  await server.register(fastifyStatic, {
    root: web,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: setCacheHeader,
  });
  server.get('/docs', (_request, reply) => reply.sendFile('docs/index.html'));
  server.get<{ Params: { page: string } }>('/docs/:page', ({ params: { page } }, reply) => {
    const file = `docs/${page}.html`;
    if (!/^[a-z-]+$/.test(page) || !existsSync(join(web, file))) throw new HttpProblem('request.not_found');
    return reply.sendFile(file);
  });
  server.get('/*', (request, reply) => {
    // Chunks of an older build, mistyped API addresses, and senders that were redirected to GET must not get the page: its 200 would
    // look like success.
    if (/^\/(?:assets|api|test)\//.test(request.url) || isSenderPath(request.url)) throw new HttpProblem('request.not_found');
    return reply.sendFile('index.html');
  });
};

/**
 * Built assets have hashed names, so they are cached; other files are revalidated, and the page is not stored, because its address may be a secret.
 */
const setCacheHeader = (reply: { header: (name: string, value: string) => unknown }, path: string): void => {
  const isPage = path.endsWith('.html');
  reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : isPage ? 'no-store' : 'no-cache');
};
