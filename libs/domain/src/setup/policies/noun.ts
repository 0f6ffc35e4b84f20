import { replacePersonProcess } from './replace-person.process.js';
import { policiesView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decide.js';
// its commands are decided by the decider of teams, in the teams’ streams
export const processes = [replacePersonProcess];
export const views = [policiesView];
