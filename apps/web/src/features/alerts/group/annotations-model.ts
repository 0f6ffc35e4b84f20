import { senderWords, type SenderWords } from '@tocsin/contracts/integrations/sender-words.js';

interface AnnotatedAlert {
  readonly state: 'firing' | 'resolved';
  readonly details: string | null;
}

const keyOf = ([name, value]: SenderWords['more'][number]): string => JSON.stringify([name, value]);

/** Annotations common to all firing alerts; to all alerts if none fires. */
export function sharedWords(alerts: readonly AnnotatedAlert[]): SenderWords {
  const firing = alerts.filter(({ state }) => state === 'firing');
  const words = (firing.length > 0 ? firing : alerts).map(({ details }) => senderWords(details));
  const [first, ...rest] = words;
  if (!first) return { description: null, more: [] };
  const others = rest.map(({ more }) => new Set(more.map(keyOf)));
  return {
    description: rest.every(({ description }) => description === first.description) ? first.description : null,
    more: first.more.filter((pair) => others.every((known) => known.has(keyOf(pair)))),
  };
}

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/;

/** Text and the web addresses in it, in turn: every second part is an address. */
export const withAddresses = (text: string): readonly string[] => text.split(address);
