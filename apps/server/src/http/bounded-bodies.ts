import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { configBodyType } from '@tocsin/contracts/config-files/plan.js';
import type { ServerParts } from '../core/server-parts.js';
import { networkOf } from './network.js';
import type { BodyRoom } from './body-room.js';
import { HttpProblem } from '../problems/problem.js';
import { callerOf } from './caller.js';

type Dependencies = Pick<ServerParts, 'clock' | 'config' | 'reads' | 'side' | 'troubles' | 'vault'>;

/** Seconds after which a client that found no room may try again. */
export const retrySeconds = 5;

/** Their bodies are read when there is a turn for them. */
export const readLater: ReadonlySet<string> = new Set(['/api/config/plan', '/api/config/apply']);

/** Whether the body is left unread until there is a turn for it. */
const isReadLater = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers['content-type'] === configBodyType && readLater.has(routeOptions.url ?? '');

/** The bytes that the body will take: its declared length, or the maximum when it declares none. Files are reserved for when they are read. */
const declaredBytes = (request: FastifyRequest): number => {
  const { headers } = request;
  if (isReadLater(request)) return 0;
  if (headers['transfer-encoding'] !== undefined) return limits.apiBodyBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, limits.apiBodyBytes);
};

/**
 * Reserves memory for the body of each API request before it is read. The caller is looked up only when the share of unknown
 * senders is full: an acknowledgement is small enough not to need that.
 */
export const addBoundedBodies = (server: FastifyInstance, parts: Dependencies, room: BodyRoom): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const bytes = declaredBytes(request);
    if (bytes <= limits.bodies.free) return done();
    let body = room.enter({ network: networkOf(request.ip) });
    if (!body.grow(bytes)) {
      body = room.enter('known');
      if (callerOf(parts, request) === undefined || !body.grow(bytes))
        return done(new HttpProblem('limit.bodies', {}, undefined, retrySeconds));
    }
    reply.raw.once('close', () => body.leave());
    done();
  });
};
