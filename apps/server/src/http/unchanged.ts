import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a client already has what this tag names (`If-None-Match`). */
const isUnchanged = (knownTags: string | undefined, etag: string): boolean =>
  knownTags?.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false;

/** Gives an answer its tag. True: the client has it already, and was told so. */
export const isTold = ({ headers }: FastifyRequest, reply: FastifyReply, etag: string, vary: string): boolean => {
  reply.headers({ etag, vary });
  if (!isUnchanged(headers['if-none-match'], etag)) return false;
  void reply.status(304).send();
  return true;
};

/** Whether a client takes gzip (`Accept-Encoding`). */
export const acceptsGzip = (accepted: string | undefined): boolean =>
  accepted?.split(',').some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(one)) ?? false;
