// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { coverRequestsView as coverRequests } from './covers/covers.view.js';
export { handoffsView as handoffs } from './handoffs.view.js';
export { onCallView as onCall, schedulesView as schedules } from './views.js';
