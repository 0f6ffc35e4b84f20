import type { Domain } from '@tocsin/kernel/registry.js';
import { alertGroupsView } from './alert-groups/views/alert-groups.view.js';
import { alertsView } from './alert-groups/views/alerts.view.js';
import { laddersView } from './alert-groups/views/ladders.view.js';
import { receiptsView } from './contacts/receipts.view.js';
import { eventSubscriptionsView } from './event-subscriptions/views.js';
import { inputs } from './inputs.js';
import { arrivalsView } from './routing/arrivals.view.js';
import { repeatsView } from './routing/repeats.view.js';
import { configuration, rules } from './rules.js';

/** What `scripts/env/logic.mjs` makes of `rules.ts`: put here when the server is built, and when a test run begins. */
declare const TOCSIN_LOGIC: string;
/** What `scripts/env/fingerprints.mjs` makes of each export of `memory-views.ts`. */
declare const TOCSIN_FINGERPRINTS: Readonly<Record<string, string>>;

/** Everything that on-call means here, in one value. */
export const domain: Domain = {
  ...rules,
  logic: TOCSIN_LOGIC,
  views: [...configuration, alertGroupsView, alertsView, laddersView, receiptsView, repeatsView, arrivalsView, eventSubscriptionsView],
  inputs,
};

/** What the code of each view of memory is, by name: rows that other code has folded are not read. */
export const fingerprints = TOCSIN_FINGERPRINTS;
