import { backupsDecider } from './decider.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [backupsDecider];
