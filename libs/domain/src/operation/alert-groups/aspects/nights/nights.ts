import { changeExisting } from '../../evolve/evolver.js';
import type { Aspect } from '../aspect.js';

/** Night pages are counted across groups, in memory: a group holds nothing of them. */
export const nights: Aspect<object, 'NightPageCounted'> = {
  begin: () => ({}),
  keep: () => ({}),
  fold: { NightPageCounted: changeExisting((state) => state) },
  also: {},
  timers: () => [],
};
