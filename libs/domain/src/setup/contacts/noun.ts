import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import { contactsDecider } from './decider.js';
import { departureBatchesProcess } from './departure-batches.process.js';
import { goneMethodProcess } from './gone-method.process.js';
import { addressVerifiedProcess } from './address-verified.process.js';
import { nightTestProcess } from './night-test.process.js';
import { nightTestTimersOf } from './night-test.js';
import { morningTimersOf } from './notice-choices.js';
import { providerErasureProcess } from './provider-erasure.process.js';
import { offerTimersOf } from './phone-offers.js';
import { receiptsView } from './receipts.view.js';
import { summaryProcess } from './summary.process.js';
import { contactsView } from './views.js';
import { summaryTimersOf } from './weekly-summary.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [contactsDecider];
export const processes = [
  addressVerifiedProcess,
  departureBatchesProcess,
  goneMethodProcess,
  nightTestProcess,
  providerErasureProcess,
  summaryProcess,
];
export const timers: readonly TimedRows[] = [
  {
    view: 'contacts',
    category: 'person',
    due: (row: ContactRow) => [...summaryTimersOf(row), ...morningTimersOf(row), ...nightTestTimersOf(row), ...offerTimersOf(row)],
  },
];
export const views = [contactsView, receiptsView];
