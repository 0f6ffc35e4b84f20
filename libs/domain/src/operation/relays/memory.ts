// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { relaysView as relays, waitingArrivalsView as waitingArrivals } from './views.js';
