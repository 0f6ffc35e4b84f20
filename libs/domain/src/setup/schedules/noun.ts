import { beginScheduleProcess } from './begin-schedule.process.js';
import { coverRequestsView } from './covers/covers.view.js';
import { scheduleDecider } from './decider.js';
import { scheduleTimers } from './handoffs.view.js';
import { scheduleDepartureProcess } from './departure.process.js';
import { periodsView } from './periods.view.js';
import { onCallView, schedulesView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
// a schedule’s team and name are decided by the decider of teams, in the teams’ streams
export const deciders = [scheduleDecider];
export const processes = [beginScheduleProcess, scheduleDepartureProcess];
export const timers = [scheduleTimers];
export const views = [schedulesView, onCallView, periodsView, coverRequestsView];
