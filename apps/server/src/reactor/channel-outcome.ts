import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { failedOutcome, type ChannelOutcome } from '../channels/channel.js';
import type { ReactorServerParts } from '../core/server-reach.js';

export const deadlineOf = (kind: ContactKind): number => contactTraits[kind].deadline;

/** Removes the address from a provider’s text: providers quote it, and the text stays on the log forever. */
const withoutAddress = (outcome: ChannelOutcome, address: string): ChannelOutcome =>
  outcome.ok || address === '' ? outcome : { ...outcome, detail: outcome.detail.replaceAll(address, '(the address)') };

/**
 * The outcome of a channel’s call; a paused store makes no call. A bug in a channel is an outcome too, because an attempt without
 * one would be repeated forever.
 */
export const outcomeOf = async (
  call: () => Promise<ChannelOutcome>,
  server: Pick<ReactorServerParts, 'held' | 'troubles'>,
  address: string,
): Promise<ChannelOutcome> => {
  if (server.held) return failedOutcome('delivery.held', '', false);
  try {
    return withoutAddress(await call(), address);
  } catch (error) {
    server.troubles.note('delivery', error);
    return withoutAddress(
      failedOutcome('delivery.provider_unreachable', error instanceof Error ? error.message : String(error), true),
      address,
    );
  }
};
