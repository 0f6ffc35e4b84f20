import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { problemDetails } from '../problems/problem-details.js';
import type { SenderAnswer } from './format.js';

const retryLater = (code: RefusalCode): SenderAnswer => {
  const body = problemDetails(code);
  return { status: body.status, headers: { 'content-type': 'application/problem+json', 'retry-after': '5' }, body };
};

/** The same for every sender: retry later. */
export const unavailable = retryLater('store.unavailable');
/** A key that was just issued may not be in memory yet: a refusal would make its sender give up, so the response asks to retry. */
export const keyNotKnownYet = retryLater('store.behind');
export const noRoom = retryLater('limit.bodies');

export const send = (reply: FastifyReply, { status, headers, body }: SenderAnswer): void => {
  if (headers) reply.headers(headers);
  if (status >= 400 && typeof body === 'object' && body !== null && 'code' in body) body = { ...body, correlationId: randomUUID() };
  reply.status(status).send(body);
};
