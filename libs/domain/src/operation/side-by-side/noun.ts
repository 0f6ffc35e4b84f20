import { oldSystemDecider } from './decider.js';
import { oldSystemsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [oldSystemDecider];
export const views = [oldSystemsView];
