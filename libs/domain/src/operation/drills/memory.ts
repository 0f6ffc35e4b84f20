// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { openDrillsView as openDrills } from './views.js';
