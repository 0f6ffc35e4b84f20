import { bundleEvents } from './bundles.js';
import { alertGroupCommands, alertGroupExamples, pageRequestCommands, pageRequestExamples } from './commands.js';
import { ladderViews } from './escalation.js';
import { fanOutEvents } from './fan-outs.js';
import { alertGroupEvents, pageRequestEvents } from './events.js';
import { messageViews } from './messages.js';
import { rehearsalViews } from './rehearsals.js';
import { alertGroupViews } from './rows.js';
import { webhookCallViews } from './webhook-calls.js';

export { refusals } from './refusals.js';

export const events = { ...pageRequestEvents, ...alertGroupEvents, ...bundleEvents, ...fanOutEvents };
export const commands = { ...pageRequestCommands, ...alertGroupCommands };
export const examples = { ...pageRequestExamples, ...alertGroupExamples };
export const views = { ...alertGroupViews, ...ladderViews, ...messageViews, ...rehearsalViews, ...webhookCallViews };
