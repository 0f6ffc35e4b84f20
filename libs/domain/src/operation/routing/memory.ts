// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { arrivalsView as arrivals } from './arrivals.view.js';
export { groupingsView as groupings } from './groupings.view.js';
export { lapsesView as lapses } from './lapses/lapses.view.js';
export { linkingsView as linkings } from './linkings.view.js';
export { recordingsView as recordings } from './recordings.view.js';
export { routingView as routing } from './routing.view.js';
export { stormsView as storms } from './storms.view.js';
export { threadsView as threads } from './threads.view.js';
