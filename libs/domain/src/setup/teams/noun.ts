import { handoverProcess } from './handover.js';
import { teamDepartureProcess } from './departure.process.js';
import { teamsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decide.js';
export const processes = [teamDepartureProcess, handoverProcess];
export const views = [teamsView];
