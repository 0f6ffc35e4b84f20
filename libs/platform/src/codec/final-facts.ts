import { isDeepStrictEqual } from 'node:util';
import type { EventContract } from '@tocsin/contracts/message.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { CodecError, UnknownEventType } from './codec.js';

/** Throws CodecError when the fact may not be appended. */
export type CheckFact = (fact: Message) => void;

const deepFreeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
};

/**
 * For tests and simulations, in which facts of our deciders are appended as they were decided: checks that the contract accepts the fact and would not
 * change it. Freezes the fact, so that later changes to it throw.
 */
export const requireFinal =
  (contractOf: (type: string) => EventContract | undefined): CheckFact =>
  ({ type, data }) => {
    const contract = contractOf(type);
    if (!contract) throw new UnknownEventType(type);
    const result = contract.data.safeParse(data);
    if (!result.success) throw new CodecError(`${type} does not match its contract: ${result.error.message}`, { cause: result.error });
    if (!isDeepStrictEqual(result.data, data)) throw new CodecError(`${type} is not final: its contract makes something else of it`);
    deepFreeze(data);
  };
