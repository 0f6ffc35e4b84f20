import { organisationDecider } from './decider.js';
import { setUpProcess } from './set-up.process.js';
import { organisationView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [organisationDecider];
export const processes = [setUpProcess];
export const views = [organisationView];
