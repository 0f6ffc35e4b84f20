import { calendarFeedsDecider } from './decider.js';
import { calendarFeedsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [calendarFeedsDecider];
export const views = [calendarFeedsView];
