import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import type { AlertGroupState, Existing } from '../state.js';

/** State change of a group by one event. */
export type Evolver<T extends AlertGroupFact['type']> = (state: AlertGroupState, data: FactOf<T>, when: When) => AlertGroupState;
/** By fact type. */
export type Evolvers = { readonly [T in AlertGroupFact['type']]: Evolver<T> };

/** Most facts change an existing group; without one they change nothing. */
export const on =
  <T extends AlertGroupFact['type']>(
    change: (state: Existing, data: FactOf<T>, when: Parameters<Evolver<T>>[2]) => AlertGroupState,
  ): Evolver<T> =>
  (state, data, when) =>
    state.status === 'none' ? state : change(state, data, when);
