// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { mailBouncesView as mailBounces } from './bounces.view.js';
export { mailServerView as mailServer } from './views.js';
