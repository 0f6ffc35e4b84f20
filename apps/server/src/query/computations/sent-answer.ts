import type { FastifyReply } from 'fastify';
import type { Caller } from '../../http/caller.js';
import type { Computed } from './computation-thread.js';

/** Whose budget a request uses: a person’s, whatever session or token they come with; else that of the service’s token. */
export const personOf = ({ person, token, actor }: Caller): string => person?.id ?? token?.id ?? actor.id;

export const bufferOf = ({ bytes }: Computed): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The answer is JSON already, so this thread neither reads nor writes it. */
export const sendComputed = (reply: FastifyReply, computed: Computed): void =>
  void reply.status(200).type('application/json; charset=utf-8').send(bufferOf(computed));

/** Aborted once whoever asked has left. */
export const leftSignal = (reply: FastifyReply): AbortSignal => {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return left.signal;
};
