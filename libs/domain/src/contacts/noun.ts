import type { TimedRows } from '@tocsin/kernel/registry.js';
import { contactsDecider } from './decider.js';
import { followingProcess } from './following.process.js';
import { lostMethodProcess } from './lost-method.process.js';
import { provedProcess } from './proved.process.js';
import { receiptsView } from './receipts.view.js';
import { summaryProcess } from './summary.process.js';
import { contactsView } from './views.js';
import { dueOfPerson } from './weekly-summary.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [contactsDecider];
export const processes = [provedProcess, followingProcess, lostMethodProcess, summaryProcess];
export const timers: readonly TimedRows[] = [{ view: 'contacts', category: 'person', due: dueOfPerson }];
export const views = [contactsView, receiptsView];
