import { lookupsDecider } from './decider.js';
import { lookupsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [lookupsDecider];
export const views = [lookupsView];
