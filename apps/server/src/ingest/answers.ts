import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { keepUntilRead } from '../http/keep-until-read.js';
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

const identified = ({ status, body }: SenderAnswer): unknown =>
  status >= 400 && typeof body === 'object' && body !== null && 'code' in body ? { ...body, correlationId: randomUUID() } : body;

export const send = (reply: FastifyReply, answer: SenderAnswer): void => {
  // an address with a key may be a GET, and what a proxy answers from its cache never arrives
  if (reply.request.method !== 'POST') reply.header('cache-control', 'no-store');
  if (answer.headers) reply.headers(answer.headers);
  keepUntilRead(reply, answer.status);
  reply.status(answer.status).send(identified(answer));
};

/** Answers before Fastify has seen the request. */
export const sendPlainly = (response: ServerResponse, answer: SenderAnswer): void => {
  response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...answer.headers });
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(identified(answer)));
};
