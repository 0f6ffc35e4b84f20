import { tokensDecider } from './decider.js';
import { tokensOfWhoLeavesProcess } from './leaving.process.js';
import { tokensView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [tokensDecider];
export const processes = [tokensOfWhoLeavesProcess];
export const views = [tokensView];
