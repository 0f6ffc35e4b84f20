// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { followedView as followedServices } from './followed.view.js';
