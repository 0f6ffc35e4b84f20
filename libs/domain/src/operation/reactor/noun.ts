import { reactorDecider } from './decider.js';
import { effectsDecider } from './effects.decider.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export { progress } from './decider.js';
export { effects } from './effects.js';
export { failures } from './failures.js';
export const deciders = [reactorDecider, effectsDecider];
