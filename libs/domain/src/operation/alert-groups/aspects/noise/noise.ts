import { changeExisting } from '../../evolve/evolver.js';
import type { Aspect } from '../aspect.js';
import type { NoisePart } from './part.js';

/** A mark of one opening, which changes reports alone. */
export const noise: Aspect<NoisePart, 'AlertGroupMarkedAsNoise' | 'AlertGroupNoiseMarkRemoved'> = {
  begin: () => ({}),
  keep: (state) => (state.noise ? { noise: state.noise } : {}),
  fold: {
    AlertGroupMarkedAsNoise: changeExisting((state, { opening }) => ({ ...state, noise: opening })),
    AlertGroupNoiseMarkRemoved: changeExisting(({ noise: _, ...state }) => state),
  },
  also: {},
  timers: () => [],
};
