import { changeExisting } from '../../evolve/evolver.js';
import type { Aspect } from '../aspect.js';
import type { NoisePart } from './part.js';

/** A mark of one opening, which changes reports alone. */
export const noise: Aspect<NoisePart, 'AlertGroupMarkedAsNoise' | 'AlertGroupNoiseMarkRemoved'> = {
  begin: () => ({ noise: null }),
  keep: ({ noise: opening }) => ({ noise: opening }),
  fold: {
    AlertGroupMarkedAsNoise: changeExisting((state, { opening }) => ({ ...state, noise: opening })),
    AlertGroupNoiseMarkRemoved: changeExisting((state) => ({ ...state, noise: null })),
  },
  also: {},
  timers: () => [],
};
