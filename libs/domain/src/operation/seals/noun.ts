import { sealsDecider } from './decider.js';

export { inputs } from './decider.js';
export const deciders = [sealsDecider];
