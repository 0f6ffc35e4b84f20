import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { commands as eventSubscriptionCommands } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { DuePlan } from '../../rules/due-plan.js';

/** The receiver’s response to a call. `retryAfter`: the requested delay in milliseconds. */
export type EventDeliveryOutcome =
  { readonly ok: true } | { readonly ok: false; readonly reason: DeliveryReason; readonly detail: string; readonly retryAfter?: number };

/** The vault reference of an address, and the part of it that may be shown. */
interface Address {
  readonly host: string;
  readonly addressRef: string;
}
interface AugmentedData {
  readonly CreateEventSubscription: Omit<CommandData<'CreateEventSubscription'>, 'address'> & Address & { readonly secretRef: string };
  readonly ChangeEventSubscription: Omit<CommandData<'ChangeEventSubscription'>, 'address'> & Partial<Address>;
  readonly RotateEventSubscriptionSecret: CommandData<'RotateEventSubscriptionSecret'> & { readonly secretRef: string };
}

interface Internal {
  /** Sends the next delivery: a test, a retry, or new events. */
  readonly StartEventDelivery: { readonly subscriptionId: string } & DuePlan;
  /** Sent by the timer: who is on call is to be posted. */
  readonly PostOnCall: { readonly subscriptionId: string } & DuePlan;
  /** The outcome of a call is not known. */
  readonly ReplaceEventDelivery: { readonly subscriptionId: string } & DuePlan;
  /** What a call or a delivery says of the channel: why nothing can be posted there; null: something was. */
  readonly NoteReceiver: { readonly subscriptionId: string; readonly lost: DeliveryReason | null };
  readonly RecordEventDelivery: {
    readonly subscriptionId: string;
    readonly deliveryId: string;
    readonly attempt: number;
    readonly outcome: EventDeliveryOutcome;
  };
}
type CommandOf<Table> = { [T in keyof Table & string]: { readonly type: T; readonly data: Table[T] } }[keyof Table & string];

export type EventSubscriptionCommand =
  Exclude<Messages<typeof eventSubscriptionCommands>, { type: keyof AugmentedData }> | CommandOf<AugmentedData> | CommandOf<Internal>;
