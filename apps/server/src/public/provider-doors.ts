import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toMillis } from '@tocsin/kernel/time.js';
import type { Channel } from '../channels/channel.js';
import { pageActOf, type Inbound, type InboundAct, type InboundResult, type ProviderRequest } from '../channels/inbound.js';
import type { RateLimits } from '../http/rate-limits.js';
import { HttpProblem } from '../problems/problem.js';
import type { PagesController } from './page-link/pages.controller.js';

interface DoorDependencies {
  readonly channels: readonly Pick<Channel, 'kind' | 'inbound'>[];
  readonly pages: Pick<PagesController, 'actOnce' | 'resolve' | 'fail'>;
  readonly rates: Pick<RateLimits, 'secondsUntilGuess'>;
  readonly now: () => string;
}

const perform = async (inbound: InboundAct, request: FastifyRequest, pages: DoorDependencies['pages']): Promise<InboundResult> => {
  if (inbound.kind === 'failure') {
    const { secret, attemptId, reason, detail } = inbound;
    await pages.fail(secret, { attemptId, reason, detail });
  } else if (inbound.kind === 'resolve') {
    await pages.resolve(inbound.secret, request, inbound.key);
  } else {
    const act = pageActOf(inbound);
    if (act === null) return 'not_understood';
    await pages.actOnce(inbound.secret, act, request, inbound.kind === 'act' ? inbound.key : undefined);
  }
  return 'done';
};

/** One that is refused does not keep the others from being done. */
const actOn = async (inbound: Inbound, request: FastifyRequest, pages: DoorDependencies['pages']): Promise<InboundResult> => {
  if (inbound.kind === 'says') return 'not_understood';
  try {
    return await perform(inbound, request, pages);
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
};

const toGiven = ({ headers, originalUrl, body }: FastifyRequest): ProviderRequest => ({
  headers,
  path: originalUrl.slice(originalUrl.indexOf('/api/channels/')),
  body: typeof body === 'string' ? body : '',
});

/** A wrong signature is a guess, as a wrong key is. */
const refuseGuess = (seconds: number | null, reply: FastifyReply): FastifyReply =>
  seconds === null ? reply.code(403).send() : reply.code(429).header('retry-after', String(seconds)).send();

/**
 * A door for each channel that takes something back: no session, but the provider’s signature, and bodies of any type as text. The answer comes after the
 * acts, which are one append each, so that a press that no one repeats is never lost. A store that is paused after a restore refuses them like all others.
 */
export const addProviderDoors = (server: FastifyInstance, { channels, pages, rates, now }: DoorDependencies): void => {
  const open = channels.flatMap(({ kind, inbound }) => (inbound ? [{ kind, inbound }] : []));
  if (open.length === 0) return;
  void server.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const { kind, inbound } of open)
      for (const path of inbound.paths)
        door.post(`/api/channels/${kind}${path}`, async (request, reply) => {
          const given = toGiven(request);
          if (!inbound.verify(given, toMillis(now()) / 1_000)) return refuseGuess(await rates.secondsUntilGuess(request.ip), reply);
          const read = await inbound.read(given);
          if (read === null) return reply.code(400).send();
          const results: InboundResult[] = [];
          for (const one of read) results.push(await actOn(one, request, pages));
          const { contentType, body } = inbound.answer(results, read);
          return reply.type(contentType).send(body);
        });
  });
};
