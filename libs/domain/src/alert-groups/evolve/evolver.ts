import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import type { AlertGroupState, Existing } from '../state.js';

/** What a fact makes of a group. */
export type Evolver<T extends AlertGroupFact['type']> = (state: AlertGroupState, data: FactOf<T>, when: When) => AlertGroupState;
/** By the fact. */
export type Evolvers = { readonly [T in AlertGroupFact['type']]: Evolver<T> };

/** Most facts change an existing group: a group that is not there stays so. */
export const on =
  <T extends AlertGroupFact['type']>(
    change: (state: Existing, data: FactOf<T>, when: Parameters<Evolver<T>>[2]) => AlertGroupState,
  ): Evolver<T> =>
  (state, data, when) =>
    state.status === 'none' ? state : change(state, data, when);
