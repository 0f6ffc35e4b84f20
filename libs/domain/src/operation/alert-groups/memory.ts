// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { groupsView as groups } from './views/groups.view.js';
export { holdersView as held } from './views/holders.view.js';
export { notedView as noted } from './views/noted.view.js';
export { turnsView as turns } from './views/turns.view.js';
export { ringsView as rings } from './bundles/rings.view.js';
