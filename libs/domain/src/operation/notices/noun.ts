import { noticesDecider } from './decider.js';
import { goingOffProcess } from './going-off.process.js';
import { noticeTimers } from './timers.js';

export * as memory from './memory.js';
export const inputs = {};
export const deciders = [noticesDecider];
export const processes = [goingOffProcess];
export const timers = [noticeTimers];
