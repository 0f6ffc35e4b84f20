// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { lookupStreamView as lookupStream, lookupTablesView as lookupTables } from './views.js';
