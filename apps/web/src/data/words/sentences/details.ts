import type { EventType, FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';

/** How a page was tried, try by try, and what was planned: told by the ladder of its alert group, or soon told by what came of it. */
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
