import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, problemOf } from '../problems/problem.js';

/** Answers an address that Fastify can’t read, as a wrong escape, or won’t, as a very long name. It comes before all hooks, so before their headers. */
export const refuseUnreadableAddress = (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const body = problemOf(new HttpProblem('request.not_found'), request.id);
  reply
    .status(body.status)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
    .type('application/problem+json')
    .send(body);
};
