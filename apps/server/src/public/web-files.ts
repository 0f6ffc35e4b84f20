import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isPagePath } from '@tocsin/contracts/page-paths.js';
import type { OpenTerms } from '@tocsin/contracts/routes/open-terms.js';
import { isSenderPath } from '../ingest/routes.js';
import { HttpProblem } from '../problems/problem.js';

/** The same for everyone, and cheap: a screen loads dozens at once. */
const terms: OpenTerms = { rate: 'none' };

/**
 * Serves the built files, and the app’s single page for all of its addresses; for others with 404, if the client takes HTML. Returns which paths these
 * are.
 */
export const addWebFiles = async (server: FastifyInstance, web: string): Promise<(path: string) => boolean> => {
  if (!existsSync(join(web, 'index.html'))) return () => false;
  await server.register(fastifyStatic, {
    root: web,
    // A route for each of the 500 files would take an eighth of the time to start, and memory.
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: setCacheHeader,
  });
  const files = namesOf(web);
  // https://w3c.github.io/webappsec-change-password-url/
  server.get('/.well-known/change-password', { config: { terms } }, (_request, reply) => reply.redirect('/me'));
  server.get('/docs', { config: { terms } }, (_request, reply) => reply.sendFile('docs/index.html'));
  server.get<{ Params: { page: string } }>('/docs/:page', { config: { terms } }, ({ params: { page } }, reply) => {
    const file = [`docs/${page}.html`, `docs/${page}`].find((name) => files.has(name));
    if (!file) throw new HttpProblem('request.not_found');
    return reply.sendFile(file);
  });
  server.get<{ Params: { '*': string } }>('/*', { config: { terms } }, (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) return reply.sendFile(file);
    const [path = ''] = request.url.split('?', 1);
    if (isPagePath(path)) return reply.sendFile('index.html');
    // Chunks of an older build, mistyped API addresses, and senders that were redirected to GET must not look like success.
    const isForPrograms = /^\/+(?:assets|api|test)\//.test(path) || isSenderPath(path);
    if (isForPrograms || !request.headers.accept?.includes('text/html')) throw new HttpProblem('request.not_found');
    return reply.status(404).sendFile('index.html');
  });
  return (path) => isPagePath(path) || files.has(path.slice(1));
};

/** Paths of the built files within their folder, as in addresses. */
const namesOf = (web: string): ReadonlySet<string> =>
  new Set(
    readdirSync(web, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(web, join(parentPath, name)).split(sep).join('/')),
  );

/**
 * Built assets have hashed names, so they are cached; other files are revalidated, and the page is not stored, because its address may be a secret.
 */
const setCacheHeader = (reply: { header: (name: string, value: string) => unknown }, path: string): void => {
  const isPage = path.endsWith('.html');
  reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : isPage ? 'no-store' : 'no-cache');
};
