import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import type { AlertGroupState, ExistingGroup } from '../state.js';

/** State change of a group by one event. */
export type Evolver<T extends AlertGroupFact['type']> = (state: AlertGroupState, data: FactOf<T>, factMeta: FactMeta) => AlertGroupState;
export type Evolvers = { readonly [T in AlertGroupFact['type']]: Evolver<T> };

/** Most facts change an existing group; without one they change nothing. */
export const changeExisting =
  <T extends AlertGroupFact['type']>(
    change: (state: ExistingGroup, data: FactOf<T>, factMeta: Parameters<Evolver<T>>[2]) => AlertGroupState,
  ): Evolver<T> =>
  (state, data, factMeta) =>
    state.status === 'none' ? state : change(state, data, factMeta);
