import type { Domain } from '@tocsin/kernel/registry.js';
import { alertGroupsView } from './alert-groups/views/alert-groups.view.js';
import { alertsView } from './alert-groups/views/alerts.view.js';
import { laddersView } from './alert-groups/views/ladders.view.js';
import { receiptsView } from './contacts/receipts.view.js';
import { inputs } from './inputs.js';
import { arrivalsView } from './routing/arrivals.view.js';
import { repeatsView } from './routing/repeats.view.js';
import { configuration, rules } from './rules.js';

/** What `scripts/env/logic.mjs` makes of `rules.ts`: put here when the server is built, and when a test run begins. */
declare const TOCSIN_LOGIC: string;

/** Everything that on-call means here, in one value. */
export const domain: Domain = {
  ...rules,
  logic: TOCSIN_LOGIC,
  views: [...configuration, alertGroupsView, alertsView, laddersView, receiptsView, repeatsView, arrivalsView],
  inputs,
};
