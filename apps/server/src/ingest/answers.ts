import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { refusals, type RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Answer } from './format.js';

const answer = (code: RefusalCode, headers: Readonly<Record<string, string>>, detail: string): Answer => {
  const { status, says } = refusals[code];
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: says, status, code, detail },
  };
};
const again = { 'retry-after': '5' };
const nothingLost = 'Send it again; nothing was lost.';

/** Answered to every sender alike: come again. */
export const unavailable = answer('store.unavailable', again, nothingLost);
/** A key that was just issued may not be known here yet: a refusal would make its sender give up. */
export const keyNotKnownYet = answer('store.behind', again, nothingLost);
export const noRoom = answer('limit.bodies', again, nothingLost);

export const send = (reply: FastifyReply, { status, headers, body }: Answer): void => {
  if (headers) reply.headers(headers);
  if (status >= 400 && typeof body === 'object' && body !== null && 'code' in body) body = { ...body, correlationId: randomUUID() };
  reply.status(status).send(body);
};
