import type { Actor } from '@tocsin/contracts/envelope.js';
import type { DataOf, Message } from '@tocsin/kernel/decide/decider.js';

/**
 * Reconstructs the command of an event, for each event of a domain area that comes first in its batch. `Following`: events that only Tocsin itself
 * decides; they have a cause and are traced by it.
 */
export type InputsOf<F extends Message, C extends Message, Following extends F['type'] = never> = {
  readonly [T in Exclude<F['type'], Following>]: (data: DataOf<F, T>, batch: readonly Message[], actor: Actor) => C;
};

/** For facts with the same data as their command. */
export const sameFor =
  <C extends Message>() =>
  (type: C['type']) =>
  (data: unknown): C =>
    ({ type, data }) as C;
