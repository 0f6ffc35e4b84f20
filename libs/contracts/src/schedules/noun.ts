import { onCallPeriodViews } from './answers.js';
import { coverCommands, coverExamples, coverViews } from './covers.js';
import { overrideCommands, overrideExamples } from './overrides.js';
import {
  scheduleCommands,
  scheduleEvents,
  scheduleExamples,
  scheduleOwnerCommands,
  scheduleOwnerEvents,
  scheduleOwnerExamples,
  scheduleViews,
} from './schedules.js';

export { refusals } from './refusals.js';

export const events = { ...scheduleOwnerEvents, ...scheduleEvents };
export const commands = { ...scheduleOwnerCommands, ...scheduleCommands, ...overrideCommands, ...coverCommands };
export const examples = { ...scheduleOwnerExamples, ...scheduleExamples, ...overrideExamples, ...coverExamples };
export const views = { ...scheduleViews, ...onCallPeriodViews, ...coverViews };
