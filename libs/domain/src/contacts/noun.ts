import { contactsDecider } from './decider.js';
import { followingProcess } from './following.process.js';
import { goneProcess } from './gone.process.js';
import { provedProcess } from './proved.process.js';
import { receiptsView } from './receipts.view.js';
import { contactsView } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [contactsDecider];
export const processes = [provedProcess, followingProcess, goneProcess];
export const views = [contactsView, receiptsView];
