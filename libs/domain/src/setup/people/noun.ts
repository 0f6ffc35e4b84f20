import { peopleDecider } from './decider.js';
import { invitationProcess } from './invitation.process.js';
import { peopleView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [peopleDecider];
export const processes = [invitationProcess];
export const views = [peopleView];
