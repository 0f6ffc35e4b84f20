import type { Recorded } from '@tocsin/contracts/envelope.js';

/** What led to a fact: an event before it; nothing, for what came from outside; or what the log does not say, as in 0.1.0. */
export type Cause = { readonly kind: 'event'; readonly eventId: string } | { readonly kind: 'outside' } | { readonly kind: 'not recorded' };

/** Facts of Tocsin itself with which something begins. */
const beginnings: ReadonlySet<string> = new Set(['LogOpened', 'ReactorStarted', 'StoreRestored']);

export const causeOf = ({ type, meta }: Pick<Recorded, 'type' | 'meta'>): Cause => {
  if (meta.causationId !== null) return { kind: 'event', eventId: meta.causationId };
  const isByTocsin = meta.actor.kind === 'system' && meta.actor.id !== 'operator';
  return { kind: isByTocsin && !beginnings.has(type) ? 'not recorded' : 'outside' };
};
