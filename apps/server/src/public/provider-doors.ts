import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toMillis } from '@tocsin/kernel/time.js';
import type { Channel } from '../channels/channel.js';
import type { ChatDoor } from '../channels/chat-door.js';
import type { InboundResult, ProviderRequest } from '../channels/inbound.js';
import type { RateLimits } from '../http/rate-limits.js';
import { performInbound, type PageActs } from './perform-inbound.js';

interface DoorDependencies {
  readonly channels: readonly Pick<Channel, 'kind' | 'inbound'>[];
  readonly chats: readonly ChatDoor[];
  readonly pages: PageActs;
  readonly rates: Pick<RateLimits, 'secondsUntilGuess'>;
  readonly now: () => string;
}

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
export const addProviderDoors = (server: FastifyInstance, { channels, chats, pages, rates, now }: DoorDependencies): void => {
  const open = channels.flatMap(({ kind, inbound = [] }) => inbound.map((module) => ({ at: module.at ?? kind, inbound: module })));
  void server.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const { at, inbound } of open)
      for (const path of inbound.paths)
        door.route({
          method: inbound.isCalledByGet ? ['GET', 'HEAD', 'POST'] : ['POST'],
          url: `/api/channels/${at}${path}`,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const given = toGiven(request);
            if (!inbound.verify(given, toMillis(now()) / 1_000)) return refuseGuess(await rates.secondsUntilGuess(request.ip), reply);
            // who only looks, as a proxy may, does nothing
            if (request.method === 'HEAD') return reply.code(204).send();
            const read = await inbound.read(given);
            if (read === null) return reply.code(400).send();
            const results: InboundResult[] = [];
            for (const one of read) results.push(await performInbound(one, pages));
            const { contentType, body } = inbound.answer(results, read);
            return reply.type(contentType).send(body);
          },
        });
    for (const { kind, path, take } of chats)
      door.post(`/api/channels/${kind}${path}`, async (request, reply) => {
        const answer = await take(toGiven(request), toMillis(now()) / 1_000);
        if (answer === null) return refuseGuess(await rates.secondsUntilGuess(request.ip), reply);
        return reply.code(answer.status).type(answer.contentType).send(answer.body);
      });
  });
};
