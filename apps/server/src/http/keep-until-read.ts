import type { FastifyReply } from 'fastify';

/**
 * Keeps the connection of a client whose body is too large. Fastify would close it with the answer: a client that is still sending then sees a
 * broken pipe in place of the answer. The rest of its body is discarded as it arrives; `endLate` bounds for how long.
 */
export const keepUntilRead = (reply: FastifyReply, status: number): void => {
  if (status === 413) reply.removeHeader('connection');
};
