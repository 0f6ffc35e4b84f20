// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { oldSystemsView as oldSystems, rehearsedGroupsView as rehearsedGroups } from './views.js';
