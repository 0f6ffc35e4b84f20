import { tokensDecider } from './decider.js';
import { tokenDepartureProcess } from './departure.process.js';
import { tokensView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [tokensDecider];
export const processes = [tokenDepartureProcess];
export const views = [tokensView];
