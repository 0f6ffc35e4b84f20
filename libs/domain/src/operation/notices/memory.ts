// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { scheduleNoticesView as scheduleNotices } from './schedule-notices.view.js';
