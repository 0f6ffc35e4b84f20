import { redactionsDecider } from './decider.js';

export { inputs } from './inputs.js';
export const deciders = [redactionsDecider];
