import { bulkActsProcess } from './bulk-acts.process.js';
import { bulkActDecider } from './decider.js';
import { bulkActsView } from './views.js';

export { inputs } from './decider.js';
export const deciders = [bulkActDecider];
export const processes = [bulkActsProcess];
export const views = [bulkActsView];
