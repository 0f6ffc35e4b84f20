import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { SealFact } from '@tocsin/contracts/seals/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { Inputs } from '@tocsin/kernel/registry.js';

interface SealsState {
  readonly keyId: string | null;
  /** Events that are sealed. */
  readonly size: number;
  /** Of those, events that are anchored, by kind. */
  readonly anchored: Readonly<Partial<Record<FactOf<'LogAnchored'>['kind'], number>>>;
}

type SealsCommand =
  | { readonly type: 'IntroduceSealingKey'; readonly data: Omit<FactOf<'SealingKeyIntroduced'>, 'replaces'> }
  | { readonly type: 'SealLog'; readonly data: FactOf<'LogSealed'> }
  | { readonly type: 'AnchorLog'; readonly data: FactOf<'LogAnchored'> };

/** The second line of a note. */
export const sizeOfNote = (note: string): number => Number(note.split('\n')[1]);

/** The stream `seals`. Hashes and signatures come from outside: they are never decided again. */
export const sealsDecider: Decider<SealsState, SealsCommand, SealFact> = {
  category: 'seals',
  isSingle: true,
  initial: { keyId: null, size: 0, anchored: {} },
  streamId: { IntroduceSealingKey: () => '', SealLog: () => '', AnchorLog: () => '' },
  decide: {
    IntroduceSealingKey: (data, { keyId }) =>
      data.keyId === keyId ? [] : [{ type: 'SealingKeyIntroduced', data: { ...data, replaces: keyId } }],
    SealLog: (data, { size }) => (sizeOfNote(data.note) > size ? [{ type: 'LogSealed', data }] : []),
    AnchorLog: (data, { anchored }) => (data.size > (anchored[data.kind] ?? 0) ? [{ type: 'LogAnchored', data }] : []),
  },
  evolve: {
    SealingKeyIntroduced: (state, { keyId }) => ({ ...state, keyId }),
    LogSealed: (state, { note }) => ({ ...state, size: sizeOfNote(note) }),
    LogAnchored: (state, { size, kind }) => ({ ...state, anchored: { ...state.anchored, [kind]: size } }),
  },
};

export const inputs: Inputs = {
  SealingKeyIntroduced: ({ replaces: _, ...data }: FactOf<'SealingKeyIntroduced'>) => ({ type: 'IntroduceSealingKey', data }),
  LogSealed: (data: FactOf<'LogSealed'>) => ({ type: 'SealLog', data }),
  LogAnchored: (data: FactOf<'LogAnchored'>) => ({ type: 'AnchorLog', data }),
};
