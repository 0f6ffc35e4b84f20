import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { failedOutcome, type ChannelOutcome } from '../channels/channel.js';
import { withoutSecrets } from '../core/without-secrets.js';
import type { ReactorServerParts } from '../core/server-reach.js';

export const deadlineOf = (kind: ContactKind): number => contactTraits[kind].deadline;

interface Hidden {
  readonly address: string;
  readonly secret: string | null;
}

/** Removes the address and its secret from a provider’s text: providers quote them, and the text stays on the log forever. */
const withoutAddress = (outcome: ChannelOutcome, { address, secret }: Hidden): ChannelOutcome => {
  if (outcome.ok) return outcome;
  const detail = withoutSecrets(outcome.detail, secretsIn(secret));
  return { ...outcome, detail: address === '' ? detail : detail.replaceAll(address, '(the address)') };
};

/** Some are several, as JSON. */
const secretsIn = (secret: string | null): readonly string[] =>
  secret === null ? [] : [secret, ...(secret.match(/"[^"]{6,}"/g) ?? []).map((quoted) => quoted.slice(1, -1))];

/**
 * The outcome of a channel’s call; a paused store makes no call. A bug in a channel is an outcome too, because an attempt without
 * one would be repeated forever.
 */
export const outcomeOf = async (
  call: () => Promise<ChannelOutcome>,
  server: Pick<ReactorServerParts, 'held' | 'troubles'>,
  method: Hidden,
): Promise<ChannelOutcome> => {
  if (server.held) return failedOutcome('delivery.held', '', false);
  try {
    return withoutAddress(await call(), method);
  } catch (error) {
    server.troubles.note('delivery', error);
    return withoutAddress(
      failedOutcome('delivery.provider_unreachable', error instanceof Error ? error.message : String(error), true),
      method,
    );
  }
};
