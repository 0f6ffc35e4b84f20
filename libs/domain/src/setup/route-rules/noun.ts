import { routeRulesDecider } from './decider.js';
import { routeRulesView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [routeRulesDecider];
export const views = [routeRulesView];
