import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { EventSubscriptionCommand } from './commands.js';
import { decideDelivery } from './decide-delivery.js';
import { decidePerson } from './decide-person.js';
import { evolveEventSubscription } from './evolve.js';
import type { EventReads } from './reads.js';
import { beginning, type EventSubscriptionState } from './state.js';

const about = ({ subscriptionId }: { readonly subscriptionId: string }): string => subscriptionId;

/** Decider of event subscriptions: the stream `eventSubscription-<id>`, which records every call. */
export const eventSubscriptionDecider: Decider<EventSubscriptionState, EventSubscriptionCommand, EventSubscriptionFact, EventReads> = {
  category: 'eventSubscription',
  initial: beginning,
  streamId: {
    CreateEventSubscription: ({ subscriptionId }, context) => subscriptionId ?? context.newId('eventSubscription'),
    ChangeEventSubscription: about,
    RotateEventSubscriptionSecret: about,
    DisableEventSubscription: about,
    EnableEventSubscription: about,
    RemoveEventSubscription: about,
    TestEventSubscription: about,
    StartEventDelivery: about,
    RecordEventDelivery: about,
    ReplaceEventDelivery: about,
  },
  decide: { ...decidePerson, ...decideDelivery },
  evolve: evolveEventSubscription,
};
