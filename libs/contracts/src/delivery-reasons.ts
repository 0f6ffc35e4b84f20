/** Why a page or an attempt did not reach a person: a closed list, each with a sentence for the person who asks. */
export const deliveryReasons = {
  'delivery.not_verified': 'The contact method was not verified.',
  'delivery.method_disabled': 'The contact method was disabled.',
  'delivery.method_removed': 'The contact method was removed.',
  'delivery.rule_removed': 'The notification rule was removed.',
  'delivery.joined': 'Another attempt by the same method was due at the same time: one message went out for both.',
  'delivery.no_method': 'The person has no verified contact method.',
  'delivery.no_open_tab': 'No open browser tab of the person answered within 5 seconds with its sound unlocked.',
  'delivery.provider_rejected': 'The provider refused the message.',
  'delivery.provider_unreachable': 'The provider could not be reached.',
  'delivery.timeout': 'The provider did not answer in time.',
  'delivery.private_address': 'The address resolves to a private network that is not allowed (TOCSIN_ALLOW_CIDR).',
  'delivery.not_configured': 'The channel is not set up on this server.',
  'delivery.subscription_gone': 'The browser took back its permission, or the app was removed: push does not reach this device any more.',
  'delivery.too_large': 'The message is larger than the provider takes.',
  'delivery.throttled': 'The destination was told often enough in this window.',
  'delivery.held': 'The store was restored and is held: it shows what it would send, until an owner presses “Go live here”.',
  'delivery.outcome_unknown': 'The server stopped while the attempt was on its way; a new attempt followed.',
  'delivery.too_late': 'The attempt was not handed over within 5 minutes of being due.',
  'delivery.cancelled_by_acknowledge': 'Somebody acknowledged the alert group first.',
  'delivery.cancelled_by_resolve': 'The alert group was resolved first.',
  'delivery.cancelled_by_answer': 'The person answered.',
  'delivery.superseded': 'A newer page to the same person took its place.',
  'delivery.person_disabled': 'The person was disabled.',
  'delivery.person_observes': 'The person is an observer, and observers are never paged.',
  'delivery.person_unknown': 'The person is not known any more.',
} as const;

export type DeliveryReason = keyof typeof deliveryReasons;
export const deliveryReasonCodes = Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]];
