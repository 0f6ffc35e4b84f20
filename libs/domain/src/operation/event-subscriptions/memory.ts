// In-memory views that decisions read, under these names. `scripts/env/fingerprints.mjs` makes a fingerprint of each.
export { groupEventsView as groupEvents } from './group-events.view.js';
export { eventQueuesView as eventQueues } from './queues.view.js';
export { sendingSinceView as sendingSince } from './sending-since.view.js';
