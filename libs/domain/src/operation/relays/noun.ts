import { relayDecider } from './decider.js';
import { relaysView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [relayDecider];
export const views = [relaysView];
