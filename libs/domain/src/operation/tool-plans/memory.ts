// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { openToolPlansView as openToolPlans, standingApprovalsView as standingApprovals } from './views.js';
