import { mappingsDecider } from './decider.js';
import { mappingsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [mappingsDecider];
export const views = [mappingsView];
