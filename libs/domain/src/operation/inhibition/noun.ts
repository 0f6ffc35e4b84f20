import { inhibitionDecider } from './decider.js';
import { inhibitionRulesView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [inhibitionDecider];
export const views = [inhibitionRulesView];
