import type { FastifyInstance } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';

/** Nested deeper than anything that is meant: going through it again would run out of stack. */
const isDeep = (value: unknown, left: number): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1)));

/** Refuses what no page or program of ours sends. */
export const refuseStrangeBodies = (server: FastifyInstance): void => {
  // A form elsewhere can send text, but no JSON.
  server.removeContentTypeParser('text/plain');
  server.addHook('preValidation', (request, _reply, done) =>
    done(isDeep(request.body, limits.apiBodyDepth) ? new HttpProblem('request.malformed') : undefined),
  );
};
