import type { DataOf, Message } from '@tocsin/kernel/decide/decider.js';

/**
 * How the command behind a fact is found again, for each fact of a noun that comes first in its batch. `Following` are facts that only Tocsin
 * itself decides: they follow from a cause, and are found by it.
 */
export type InputsOf<F extends Message, C extends Message, Following extends F['type'] = never> = {
  readonly [T in Exclude<F['type'], Following>]: (data: DataOf<F, T>, batch: readonly Message[]) => C;
};

/** For facts that say just what their command said. */
export const sameFor =
  <C extends Message>() =>
  (type: C['type']) =>
  (data: unknown): C =>
    ({ type, data }) as C;
