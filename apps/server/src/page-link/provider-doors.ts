import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toMillis } from '@tocsin/kernel/time.js';
import type { Channel } from '../channels/channel.js';
import { pageActOf, type Inbound, type InboundResult } from '../channels/inbound.js';
import { HttpProblem } from '../problems/problem.js';
import type { PagesController } from './pages.controller.js';

interface DoorDependencies {
  readonly channels: readonly Pick<Channel, 'kind' | 'inbound'>[];
  readonly pages: Pick<PagesController, 'act'>;
  readonly now: () => string;
}

const maxBytes = 64 * 1_024;

/** One that is refused does not keep the others from being done. */
const actOn = async (inbound: Inbound, request: FastifyRequest, pages: DoorDependencies['pages']): Promise<InboundResult> => {
  const act = pageActOf(inbound);
  if (act === null) return 'not_understood';
  try {
    await pages.act(inbound.secret, act, request);
    return 'done';
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
};

/**
 * A door for each channel that takes something back: no session, but the provider’s signature, and bodies of any type as text. The answer comes after the
 * acts, which are one append each, so that a press that no one repeats is never lost. A store that is paused after a restore refuses them like all others.
 */
export const addProviderDoors = (server: FastifyInstance, { channels, pages, now }: DoorDependencies): void => {
  const open = channels.flatMap(({ kind, inbound }) => (inbound ? [{ kind, inbound }] : []));
  if (open.length === 0) return;
  void server.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
    for (const { kind, inbound } of open)
      door.post(`/api/channels/${kind}`, async (request, reply) => {
        const given = { headers: request.headers, body: typeof request.body === 'string' ? request.body : '' };
        if (!inbound.verify(given, toMillis(now()) / 1_000)) return reply.code(403).send();
        const read = inbound.read(given);
        if (read === null) return reply.code(400).send();
        const results: InboundResult[] = [];
        for (const one of read) results.push(await actOn(one, request, pages));
        const { contentType, body } = inbound.answer(results);
        return reply.type(contentType).send(body);
      });
  });
};
