import { contactViews } from './rows.js';
import { receiptViews } from './receipts.js';

export { refusals } from './refusals.js';

export { contactCommands as commands, contactExamples as examples } from './commands.js';
export { contactEvents as events } from './events.js';
export const views = { ...contactViews, ...receiptViews };
