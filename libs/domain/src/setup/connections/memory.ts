// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { connectionsView as connections } from './views.js';
export { endingConnectionsView as endingConnections } from './ending-connections.js';
export { smsPartsView as smsParts } from './sms-parts.view.js';
