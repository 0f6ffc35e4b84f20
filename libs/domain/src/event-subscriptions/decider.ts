import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { EventSubscriptionCommand } from './commands.js';
import { decideDelivery } from './decide-delivery.js';
import { decidePerson } from './decide-person.js';
import { evolveEventSubscription } from './evolve.js';
import type { EventReads } from './reads.js';
import { initialState, type EventSubscriptionState } from './state.js';

const subscriptionIdOf = ({ subscriptionId }: { readonly subscriptionId: string }): string => subscriptionId;

/** Decider of event subscriptions: the stream `eventSubscription-<id>`, which records every call. */
export const eventSubscriptionDecider: Decider<EventSubscriptionState, EventSubscriptionCommand, EventSubscriptionFact, EventReads> = {
  category: 'eventSubscription',
  initial: initialState,
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
  },
  decide: { ...decidePerson, ...decideDelivery },
  evolve: evolveEventSubscription,
};
