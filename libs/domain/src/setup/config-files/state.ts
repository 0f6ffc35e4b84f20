import type { ConfigFilesFact, ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { keyWordOf } from '../../rules/external-key.js';

/** A plan that is being applied. */
export interface RunningApply {
  readonly planId: string;
  readonly source: string;
  readonly commit: string | null;
  readonly steps: readonly ConfigStep[];
  /** The next step. */
  readonly next: number;
  readonly lastAt: string;
}

export interface ConfigFilesState {
  /** Ids by kind and external key, and the other way round. */
  readonly keys: Table<string>;
  readonly keyOf: Table<string>;
  readonly prepared: { readonly planId: string; readonly parts: number; readonly steps: readonly ConfigStep[] } | null;
  readonly running: RunningApply | null;
}

export const noConfigFiles: ConfigFilesState = {
  keys: Table.empty(),
  keyOf: Table.empty(),
  prepared: null,
  running: null,
};

const isOf = ({ running }: ConfigFilesState, planId: string): boolean => running?.planId === planId;

export const evolveConfigFiles: Decider<ConfigFilesState, never, ConfigFilesFact>['evolve'] = {
  ExternalKeySet: (state, { kind, id, externalKey }) => {
    const before = state.keyOf.get(id);
    const keys = before === undefined ? state.keys : state.keys.with(before, null);
    const word = externalKey === null ? null : keyWordOf(kind, externalKey);
    return { ...state, keys: word === null ? keys : keys.with(word, id), keyOf: state.keyOf.with(id, word) };
  },
  ConfigStepsPrepared: (state, { planId, part, steps }) => {
    const before = part > 0 && state.prepared?.planId === planId ? state.prepared.steps : [];
    return { ...state, prepared: { planId, parts: part + 1, steps: [...before, ...steps] } };
  },
  ConfigApplyStarted: (state, { planId, source, commit }, { at }) => ({
    ...state,
    prepared: null,
    running: { planId, source, commit, steps: state.prepared?.planId === planId ? state.prepared.steps : [], next: 0, lastAt: at },
  }),
  ConfigStepTaken: (state, { planId, step }, { at }) =>
    isOf(state, planId) ? { ...state, running: { ...state.running!, next: step + 1, lastAt: at } } : state,
  ConfigApplyStopped: (state, { planId }) => (isOf(state, planId) ? { ...state, running: null } : state),
  ConfigApplied: (state, { planId }) => (isOf(state, planId) ? { ...state, running: null } : state),
};
