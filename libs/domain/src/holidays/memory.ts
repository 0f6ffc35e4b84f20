// What decisions read of it, kept in memory under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { holidayCalendarsView as holidayCalendars } from './views.js';
