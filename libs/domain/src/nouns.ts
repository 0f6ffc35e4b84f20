// The nouns of on-call. Where several react to one event, they do it in this order: what pages goes first.
export * as organisation from './organisation/noun.js';
export * as alertGroups from './alert-groups/noun.js';
export * as routing from './routing/noun.js';
export * as teams from './teams/noun.js';
export * as services from './services/noun.js';
export * as integrations from './integrations/noun.js';
export * as policies from './policies/noun.js';
export * as tokens from './tokens/noun.js';
export * as people from './people/noun.js';
export * as contacts from './contacts/noun.js';
export * as access from './access/noun.js';
export * as signIn from './sign-in/noun.js';
export * as mailServer from './mail-server/noun.js';
export * as reactor from './reactor/noun.js';
export * as redactions from './redactions/noun.js';
export * as eventSubscriptions from './event-subscriptions/noun.js';
export * as schedules from './schedules/noun.js';
