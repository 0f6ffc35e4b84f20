import { teamDecider } from './decider.js';
import { handingOverProcess } from './handing-over.js';
import { leavingTeamsProcess } from './leaving.process.js';
import { teamsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decide.js';
export const deciders = [teamDecider];
export const processes = [leavingTeamsProcess, handingOverProcess];
export const views = [teamsView];
