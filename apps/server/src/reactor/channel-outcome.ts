import { contactTraits, type ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { failed, type Outcome } from '../deliveries/channel.js';
import type { ServerReach } from './server-reach.js';

export const deadlineOf = (kind: ContactKind): number => contactTraits[kind].deadline;

/** Providers repeat the address in what they say, and what they said stays on the log for ever. */
const withoutAddress = (outcome: Outcome, address: string): Outcome =>
  outcome.ok || address === '' ? outcome : { ...outcome, detail: outcome.detail.replaceAll(address, '(the address)') };

/**
 * What a channel made of it; a store that is held calls nobody. A bug in a channel is an outcome too: an attempt without one would be
 * repeated for ever.
 */
export const outcomeOf = async (
  call: () => Promise<Outcome>,
  server: Pick<ServerReach, 'held' | 'troubles'>,
  address: string,
): Promise<Outcome> => {
  if (server.held) return failed('delivery.held', '', false);
  try {
    return withoutAddress(await call(), address);
  } catch (error) {
    server.troubles.note('delivery', error);
    return withoutAddress(failed('delivery.provider_unreachable', error instanceof Error ? error.message : String(error), true), address);
  }
};
