/** Why a page or an attempt did not reach a person: a closed list, each with a sentence for the person who asks. */
export const deliveryReasons = {
  'delivery.not_verified': 'The contact method was not verified.',
  'delivery.method_disabled': 'The contact method was disabled.',
  'delivery.method_switched_off': 'The contact method was switched off.',
  'delivery.method_removed': 'The contact method was removed.',
  'delivery.rule_removed': 'The notification rule was removed.',
  'delivery.joined': 'Another attempt by the same method was due at the same time: one message went out for both.',
  'delivery.no_method': 'The person has no working contact method.',
  'delivery.no_open_tab': 'No open browser tab of the person answered within 5 seconds with its sound unlocked.',
  'delivery.provider_rejected': 'The provider refused the message.',
  'delivery.provider_unreachable': 'The provider could not be reached.',
  'delivery.timeout': 'The provider did not answer in time.',
  'delivery.private_address': 'The address resolves to a private network that is not allowed (TOCSIN_ALLOW_CIDR).',
  'delivery.not_configured': 'Mail is not set up yet.',
  'delivery.subscription_gone': 'The browser revoked its permission or the app was removed: push no longer reaches this device.',
  'delivery.too_large': 'The message is larger than the provider accepts.',
  'delivery.throttled': 'Too many messages to this address in a short time.',
  'delivery.held': 'Paused after a restore: nothing is sent until an owner presses “Go live here”.',
  'delivery.outcome_unknown': 'The server stopped during the attempt; a new attempt followed.',
  'delivery.too_late': 'The attempt could not be sent within 5 minutes of its due time.',
  'delivery.cancelled_by_acknowledge': 'The alert group was acknowledged first.',
  'delivery.cancelled_by_snooze': 'The alert group was snoozed.',
  'delivery.cancelled_by_resolve': 'The alert group was resolved first.',
  'delivery.cancelled_by_answer': 'The person answered.',
  'delivery.reassignment_ended': 'The reassignment was not accepted in time, or someone else took over.',
  'delivery.superseded': 'Replaced by a newer page to the same person.',
  'delivery.person_disabled': 'The person was disabled.',
  'delivery.person_observes': 'The person is an observer, and observers are never paged.',
  'delivery.person_unknown': 'The person no longer exists.',
} as const;

export type DeliveryReason = keyof typeof deliveryReasons;
export const deliveryReasonCodes = Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]];
