// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { failuresView as failures, retriesView as retries } from './failures.view.js';
export { openEffectsView as openEffects, outcomesSinceView as outcomesSince } from './open-effects.view.js';
