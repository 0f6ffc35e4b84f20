import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { fill, refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Answer } from './format.js';

const answer = (
  code: RefusalCode,
  headers: Readonly<Record<string, string>>,
  detail: string,
  params: Record<string, string> = {},
): Answer => {
  const { status, says } = refusals[code];
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: fill(says, params), status, code, detail },
  };
};
const again = { 'retry-after': '5' };
const nothingLost = 'Send it again; nothing was lost.';

/** Answered to every sender alike: come again. */
export const unavailable = answer('store.unavailable', again, nothingLost);
/** A key that was just issued may not be known here yet: a refusal would make its sender give up. */
export const keyNotKnownYet = answer('store.behind', again, nothingLost);
export const noRoom = answer('limit.bodies', again, nothingLost);

/** Its sender may still be talking: nobody listens to the rest. */
export const tooLarge = answer('request.too_large', { connection: 'close' }, 'Send less in one request.', {
  limit: `${limits.requestBodyBytes / 1_024 / 1_024} MiB`,
});

export const send = (reply: FastifyReply, { status, headers, body }: Answer): void => {
  if (headers) reply.headers(headers);
  if (status >= 400 && typeof body === 'object' && body !== null && 'code' in body) body = { ...body, correlationId: randomUUID() };
  reply.status(status).send(body);
};
