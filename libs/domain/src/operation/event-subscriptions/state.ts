import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DuePlan } from '../../rules/due-plan.js';

export type OnCallPosts = NonNullable<FactOf<'OnCallPostsChosen'>['posts']>;

/** The events of one call, and how often they were sent. */
interface Delivery {
  readonly deliveryId: string;
  /** Empty: a test. */
  readonly ordinals: readonly number[];
  readonly upTo: number;
  readonly attempt: number;
}

/** A call that was claimed and has no outcome yet. */
export interface Call extends Delivery {
  readonly epoch: number;
  readonly startedAt: string;
  readonly startedBy: string;
}

export interface ExistingSubscription extends Omit<FactOf<'EventSubscriptionCreated'>, 'after'> {
  readonly status: 'on' | 'off';
  readonly version: number;
  /** Events up to this ordinal are handled. */
  readonly cursor: number;
  readonly call: Call | null;
  /** A failed delivery is retried before anything else is sent. */
  readonly retry: (Delivery & DuePlan) | null;
  readonly test: (DuePlan & { readonly deliveryId: string }) | null;
  readonly failingSince: string | null;
  readonly onCallPosts?: OnCallPosts | null;
  readonly daily?: DuePlan | null;
  /** Its chat lets nothing be posted there. */
  readonly isLost?: boolean;
}
/** A removed subscription keeps its team, which decides who may learn that it is gone. */
export type EventSubscriptionState =
  { readonly status: 'none' } | { readonly status: 'removed'; readonly teamId: string | null } | ExistingSubscription;

export const initialState: EventSubscriptionState = { status: 'none' };

export const isExisting = (state: EventSubscriptionState): state is ExistingSubscription => state.status === 'on' || state.status === 'off';
export const isTest = ({ ordinals }: Pick<Delivery, 'ordinals'>): boolean => ordinals.length === 0;
