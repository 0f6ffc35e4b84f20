import type { FastifyInstance } from 'fastify';
import { limits } from '@tocsin/contracts/limits.js';
import { HttpProblem } from '../problems/problem.js';

/** Nested deeper than any valid body: parsing it recursively would overflow the stack. */
const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' && value !== null && (depth === 0 || Object.values(value).some((inner) => isDeep(inner, depth - 1)));

/** Refuses bodies that no page or program of ours sends. */
export const refuseStrangeBodies = (server: FastifyInstance): void => {
  // A form on another site can send text, but not JSON.
  server.removeContentTypeParser('text/plain');
  server.addHook('preValidation', (request, _reply, done) =>
    done(isDeep(request.body, limits.apiBodyDepth) ? new HttpProblem('request.malformed') : undefined),
  );
};
