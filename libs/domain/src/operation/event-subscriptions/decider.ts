import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import type { EventSubscriptionCommand } from './commands.js';
import { decideDelivery } from './decide-delivery.js';
import { decidePerson } from './decide-person.js';
import { evolveEventSubscription } from './evolve.js';
import { postOnCall } from './on-call-posts.js';
import type { EventReads } from './reads.js';
import { initialState, type EventSubscriptionState } from './state.js';

const subscriptionIdOf = ({ subscriptionId }: { readonly subscriptionId: string }): string => subscriptionId;

const settings: ReadonlySet<string> = new Set([
  'EventSubscriptionCreated',
  'EventSubscriptionChanged',
  'EventSubscriptionRemoved',
  'EventSubscriptionEnabled',
]);

/** Decider of event subscriptions: the stream `eventSubscription-<id>`, which records every call. */
export const eventSubscriptionDecider: Decider<EventSubscriptionState, EventSubscriptionCommand, EventSubscriptionFact, EventReads> = {
  category: 'eventSubscription',
  initial: initialState,
  // deliveries wait for nobody
  sequenceOf: ([fact]) => (fact && settings.has(fact.type) ? configurationSequence : undefined),
  streamId: {
    CreateEventSubscription: ({ subscriptionId }, context) => subscriptionId ?? context.newId('eventSubscription'),
    ChangeEventSubscription: subscriptionIdOf,
    RotateEventSubscriptionSecret: subscriptionIdOf,
    DisableEventSubscription: subscriptionIdOf,
    EnableEventSubscription: subscriptionIdOf,
    RemoveEventSubscription: subscriptionIdOf,
    TestEventSubscription: subscriptionIdOf,
    StartEventDelivery: subscriptionIdOf,
    RecordEventDelivery: subscriptionIdOf,
    ReplaceEventDelivery: subscriptionIdOf,
    NoteReceiver: subscriptionIdOf,
    ChooseOnCallPosts: subscriptionIdOf,
    PostOnCall: subscriptionIdOf,
  },
  decide: { ...decidePerson, ...decideDelivery, PostOnCall: postOnCall },
  evolve: evolveEventSubscription,
};
