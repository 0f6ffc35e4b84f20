import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

/** Event types of single attempts and plans: the ladder of the alert group shows them, or their outcome follows soon. */
export const details: readonly EventType[] = [
  'AttemptPlanned',
  'AttemptWaits',
  'AttemptStarted',
  'BundleFormed',
  'BundleFilled',
  'BundleStarted',
  'AttemptSent',
  'AttemptDelivered',
  'EscalationStepPlanned',
  'EscalationStarted',
  'AckTimeoutPlanned',
  'UpdatePlanned',
  'AlertGroupClosingReviewed',
  'PageCancelled',
  'WebhookCallPlanned',
  'WebhookCallStarted',
  'EventDeliveryStarted',
  'EventDeliverySucceeded',
  'EventsPassedOver',
];

/** A try that another follows. */
export const isTriedAgain = ({ type, data }: Recorded): boolean => type === 'AttemptFailed' && (data as FactOf<'AttemptFailed'>).retry;
