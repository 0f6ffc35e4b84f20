import type { EffectFact } from '@tocsin/contracts/reactor/noun.js';
import type { EffectEnd } from '@tocsin/kernel/react/effects.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';

/** The ids of the events whose effects have ended. */
type EffectState = readonly string[];
interface RecordEffectEnd {
  readonly type: 'RecordEffectEnd';
  readonly data: EffectEnd;
}

export const recordEffectEnd = (data: EffectEnd): RecordEffectEnd => ({ type: 'RecordEffectEnd', data });

/** External effects about one thing: an event’s effect ends once, no matter which reactor did it. */
export const effectsDecider: Decider<EffectState, RecordEffectEnd, EffectFact> = {
  category: 'effect',
  initial: [],
  streamId: { RecordEffectEnd: ({ about }) => about },
  decide: { RecordEffectEnd: (data, endedEffects) => (endedEffects.includes(data.askedBy) ? [] : [{ type: 'EffectEnded', data }]) },
  evolve: { EffectEnded: (endedEffects, { askedBy }) => [...endedEffects, askedBy] },
};
