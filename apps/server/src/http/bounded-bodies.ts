import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import type { ServerParts } from '../core/server-parts.js';
import { networkOf } from './network.js';
import type { BodyRoom } from './body-room.js';
import { HttpProblem } from '../problems/problem.js';
import { whoAsks } from './who.js';

type Needs = Pick<ServerParts, 'clock' | 'config' | 'reads' | 'side' | 'troubles' | 'vault'>;

/** Seconds until who found no room may try again. */
export const roomAgain = 5;

/** Bytes that the body will take: as it says, or as many as it may when it doesn’t say. */
const bytesSaid = ({ headers }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return limits.apiBodyBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, limits.apiBodyBytes);
};

/**
 * Keeps room for the body of each request of the API before it is read. Who asks is looked up only when strangers have no room left: an
 * acknowledge is small enough to need none.
 */
export const addBoundedBodies = (server: FastifyInstance, parts: Needs, room: BodyRoom): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesSaid(request);
    if (bytes <= limits.bodies.free) return done();
    let body = room.enter({ network: networkOf(request.ip) });
    if (!body.grow(bytes)) {
      body = room.enter('known');
      if (whoAsks(parts, request) === undefined || !body.grow(bytes))
        return done(new HttpProblem('limit.bodies', {}, undefined, roomAgain));
    }
    reply.raw.once('close', () => body.leave());
    done();
  });
};
