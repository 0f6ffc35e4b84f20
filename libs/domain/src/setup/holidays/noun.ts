import { holidaysDecider } from './decider.js';
import { holidayCalendarsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [holidaysDecider];
export const views = [holidayCalendarsView];
