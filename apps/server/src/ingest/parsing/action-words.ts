import type { Signal } from '@tocsin/contracts/routing/signals.js';

/** What senders call it, in any case. An unknown word is a trigger: better too loud than lost. */
const words: Readonly<Record<Exclude<Signal['action'], 'act'>, string>> = {
  trigger: 'trigger triggered fire firing alert alerting open problem down',
  acknowledge: 'acknowledge acknowledged acknowledgement acknowledgment ack',
  resolve:
    'resolve resolved resolution close closed ok okay normal healthy online up inactive passed success succeeded successful recover recovered recovery clear cleared end ended',
};

const actionsByWord = new Map<string, Signal['action']>(
  (['trigger', 'acknowledge', 'resolve'] as const).flatMap((action) => words[action].split(' ').map((word) => [word, action] as const)),
);

/** Undefined for a word that is not known, and for none. */
export const actionOf = (word: string | null): Signal['action'] | undefined => actionsByWord.get(word?.toLowerCase() ?? '');
