import { integrationsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decide.js';
// its commands are decided by the decider of teams, in the teams’ streams
export const views = [integrationsView];
