import type { Recorded } from '@tocsin/contracts/envelope.js';

/** The cause of an event: an earlier event; nothing, for external input; or not recorded, as in 0.1.0. */
export type Cause = { readonly kind: 'event'; readonly eventId: string } | { readonly kind: 'outside' } | { readonly kind: 'not recorded' };

/** Facts of Tocsin itself with which something begins. */
const beginnings: ReadonlySet<string> = new Set(['LogOpened', 'ReactorStarted', 'StoreRestored']);

export const causeOf = ({ type, meta }: Pick<Recorded, 'type' | 'meta'>): Cause => {
  if (meta.causationId !== null) return { kind: 'event', eventId: meta.causationId };
  const isByTocsin = meta.actor.kind === 'system' && meta.actor.id !== 'operator';
  return { kind: isByTocsin && !beginnings.has(type) ? 'not recorded' : 'outside' };
};
