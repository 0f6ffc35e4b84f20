import type { EventSubscriptionFact } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { Context, DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import type { EventSubscriptionCommand } from './commands.js';
import type { EventReads } from './reads.js';
import type { EventSubscriptionState, ExistingSubscription } from './state.js';

export type SubscriptionAnswer = Decision<EventSubscriptionFact>;
export type EventContext = Context<EventReads>;
export type Data<T extends EventSubscriptionCommand['type']> = DataOf<EventSubscriptionCommand, T>;
export type DecisionFunction<T extends EventSubscriptionCommand['type'], State = EventSubscriptionState> = (
  data: Data<T>,
  state: State,
  context: EventContext,
) => SubscriptionAnswer;
export type ExistingDecisionFunction<T extends EventSubscriptionCommand['type']> = DecisionFunction<T, ExistingSubscription>;
