import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../problems/problem.js';

/** Matches every address that no other route has. */
const everyPath = '/*';

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.]/g, '\\.').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`);

const readingMethods: readonly string[] = ['GET', 'HEAD'];

/**
 * Refuses a method that an address does not have with 405 and the header Allow. Call it before the routes are registered. Returns what takes the paths
 * that are read and have no route of their own: pages and files.
 */
export const refuseOtherMethods = (server: FastifyInstance): ((isRead: (path: string) => boolean) => void) => {
  let isReadPath = (_path: string): boolean => false;
  const methodsByUrl = new Map<string, Set<string>>();
  let patterns: readonly { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | undefined;
  server.addHook('onRoute', ({ url, method }) => {
    if (url === everyPath) return;
    methodsByUrl.set(url, new Set([...(methodsByUrl.get(url) ?? []), ...[method].flat()]));
    patterns = undefined;
  });
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && request.routeOptions.url !== everyPath) return done();
    // made at the first such request, because most servers see none
    patterns ??= [...methodsByUrl].map(([url, methods]) => ({ pattern: patternOf(url), methods }));
    const [path = ''] = request.url.split('?', 1);
    const methodsOfRoutes = patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]);
    const isPage = !readingMethods.includes(request.method) && isReadPath(path);
    const allowed = new Set([...methodsOfRoutes, ...(isPage ? readingMethods : [])]);
    if (allowed.size === 0) return done();
    reply.header('allow', [...allowed].toSorted().join(', '));
    return done(new HttpProblem('request.method_not_allowed'));
  });
  return (isRead) => void (isReadPath = isRead);
};
