import { applyingProcess } from './applying.process.js';
import { replacingProcess } from './replacing.process.js';
import { policiesView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decide.js';
export { upcasters } from './upcasters.js';
// its commands are decided by the decider of teams, in the teams’ streams
export const processes = [replacingProcess, applyingProcess];
export const views = [policiesView];
