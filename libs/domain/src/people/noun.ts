import { peopleDecider } from './decider.js';
import { invitingProcess } from './inviting.process.js';
import { leftBehindProcess } from './left-behind.process.js';
import { peopleView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export { upcasters } from './upcasters.js';
export const deciders = [peopleDecider];
export const processes = [invitingProcess, leftBehindProcess];
export const views = [peopleView];
