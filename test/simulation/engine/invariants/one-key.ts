import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Invariant } from './invariant.js';

/**
 * One press makes one group, however often it is sent and whichever process answered first; and it is not refused because of its
 * own effect.
 */
export const oneKey = (): Invariant => {
  const groupsByKey = new Map<string, string>();
  return {
    onEvent: ({ type, ordinal, data, meta: { commandId } }) => {
      if (type !== 'PageRequested') return [];
      const { groupId } = data as FactOf<'PageRequested'>;
      const first = groupsByKey.get(commandId);
      groupsByKey.set(commandId, groupId);
      return first === undefined ? [] : [`${ordinal}: one press made a second group`];
    },
    onEnd: ({ installation: { wronglyRefused } }) =>
      wronglyRefused.map((key) => `the press under ${key} was refused, because it had been done`),
  };
};
