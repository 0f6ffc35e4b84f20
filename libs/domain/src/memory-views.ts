// The views that are kept in memory, each under its name. `scripts/env/fingerprints.mjs` makes a fingerprint of each export: what it
// imports, and nothing else.
export { accessView as access } from './access/views.js';
export { groupsView as groups } from './alert-groups/views/groups.view.js';
export { heldView as held } from './alert-groups/views/held.view.js';
export { contactsView as contacts } from './contacts/views.js';
export { groupEventsView as groupEvents } from './event-subscriptions/group-events.view.js';
export { eventQueuesView as eventQueues } from './event-subscriptions/queues.view.js';
export { sendingSinceView as sendingSince } from './event-subscriptions/sending-since.view.js';
export { integrationsView as integrations } from './integrations/views.js';
export { organisationView as organisation } from './organisation/views.js';
export { peopleView as people } from './people/views.js';
export { policiesView as policies } from './policies/views.js';
export { failuresView as failures, retriesView as retries } from './reactor/failures.view.js';
export { openEffectsView as openEffects, outcomesSinceView as outcomesSince } from './reactor/open-effects.view.js';
export { routingView as routing } from './routing/routing.view.js';
export { threadsView as threads } from './routing/threads.view.js';
export { servicesView as services } from './services/views.js';
export { signInView as signIn } from './sign-in/views.js';
export { teamsView as teams } from './teams/views.js';
export { tokensView as tokens } from './tokens/views.js';
