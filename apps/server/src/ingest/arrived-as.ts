import type { ArrivedAs } from '@tocsin/contracts/relays/noun.js';
import type { FastifyRequest } from 'fastify';

/** What a relay repeats of a request, besides its body. */
export const arrivedAs = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): ArrivedAs => ({
  method: method.slice(0, 20),
  contentType: headers['content-type']?.slice(0, 200) ?? null,
  ...(headers['tocsin-relay'] === undefined ? {} : { relayed: true }),
});
