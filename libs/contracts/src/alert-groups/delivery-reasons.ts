/** Why a page or an attempt did not reach a person: a closed list, each with a sentence for the person who asks. */
export const deliveryReasons = {
  'delivery.not_verified': 'The contact method was not verified.',
  'delivery.method_disabled': 'The contact method was disabled.',
  'delivery.method_switched_off': 'The contact method was switched off.',
  'delivery.webhook_switched_off': 'The webhook was switched off.',
  'delivery.webhook_removed': 'The webhook no longer exists.',
  'delivery.method_removed': 'The contact method was removed.',
  'delivery.rule_removed': 'The notification rule was removed.',
  'delivery.joined': 'Another message by the same method was due at the same time: one message was sent for both.',
  'delivery.no_method': 'The person has no working contact method.',
  'delivery.no_open_tab': 'No open browser tab with sound on answered within 5 seconds.',
  'delivery.provider_rejected': 'The provider refused the message.',
  'delivery.provider_unreachable': 'The provider could not be reached.',
  'delivery.timeout': 'The provider did not answer in time.',
  'delivery.bounced': 'The mail came back as undeliverable.',
  'delivery.private_address': 'The address resolves to a private network that is not allowed (TOCSIN_ALLOW_CIDR).',
  'delivery.not_configured': 'Mail is not set up yet.',
  'delivery.subscription_gone': 'The browser revoked its permission or the app was removed: push no longer reaches this device.',
  'delivery.access_refused': 'The server refused the access token, or the topic needs one.',
  'delivery.connection_removed': 'The connection that sends it was removed, or never set up: see Settings › Channels.',
  'delivery.connection_refused':
    'The provider refuses this server’s account or sender: an admin must check the connection in Settings › Channels.',
  'delivery.connection_stopped':
    'The provider refused this server’s account or failed just before, so it was not asked: see Settings › Channels.',
  'delivery.no_answer': 'No one picked up the call: it was busy, not answered, or voicemail did.',
  'delivery.number_refused': 'The provider says that this number can’t receive it.',
  'delivery.opted_out': 'The number opted out at the provider by replying STOP. It opts in again by sending START there.',
  'delivery.account_gone': 'The account in the chat no longer exists, was deactivated, or blocked the bot.',
  'delivery.hook_gone': 'The incoming webhook was deleted or switched off in the chat.',
  'delivery.not_in_channel': 'The app is not in the channel, or the channel was archived: invite it there.',
  'delivery.push_key_refused': 'The push service refused this server’s key: open Tocsin on the device.',
  'delivery.too_large': 'The message is larger than the provider accepts.',
  'delivery.throttled': 'Too many messages to this address in a short time.',
  'delivery.number_in_use': 'Another call to the same number was under way.',
  'delivery.rehearsing': 'The service is rehearsing.',
  'delivery.drill_no_consent': 'The person did not agree to be paged by this drill, or its time was over.',
  'delivery.drill_real_page': 'A real page of high urgency came first: the drill no longer pages this person.',
  'delivery.drill_busy': 'A message went to the same contact method less than a minute before: a drill sends one at a time.',
  'delivery.drill_calls_nothing': 'A drill pages people, and calls nothing else.',
  'delivery.held': 'Paused after a restore: nothing is sent until an owner presses “Go live here”.',
  'delivery.outcome_unknown': 'Perhaps delivered. The message was sent again.',
  'delivery.too_late': 'The message could not be sent within 5 minutes of its due time.',
  'delivery.cancelled_by_acknowledge': 'The alert group was acknowledged first.',
  'delivery.cancelled_by_snooze': 'The alert group was snoozed.',
  'delivery.suppressed_by_silence': 'Everything that fires in the alert group is muted.',
  'delivery.cancelled_by_resolve': 'The alert group was resolved first.',
  'delivery.cancelled_by_answer': 'The person answered.',
  'delivery.passed_on': 'The person passed it on: the next one is paged.',
  'delivery.reassignment_ended': 'The reassignment was not accepted in time, or someone else took over.',
  'delivery.superseded': 'Repeated by a newer page to the same person.',
  'delivery.follows': 'Part of a storm: people are paged for its first group.',
  'delivery.handed_on': 'The next alert group of the storm continues the escalation, and makes this call.',
  'delivery.sent_earlier': 'Already sent for the previous alert group of the storm.',
  'delivery.posted_together': 'It is in the next message of the channel, with others.',
  'delivery.person_disabled': 'The person was disabled.',
  'delivery.person_observes': 'The person is an observer, and observers are never paged.',
  'delivery.person_away': 'The person was away: low-urgency pages skip them.',
  'delivery.person_unknown': 'The person no longer exists.',
} as const;

/** The address reaches no one any more: its contact method is disabled. */
export const goneReasons: ReadonlySet<string> = new Set([
  'delivery.subscription_gone',
  'delivery.access_refused',
  'delivery.number_refused',
  'delivery.opted_out',
  'delivery.account_gone',
  'delivery.hook_gone',
]);

/** The channel of a chat takes nothing any more, until somebody there changes that: its owners are told. */
export const lostReasons: ReadonlySet<string> = new Set(['delivery.not_in_channel', 'delivery.hook_gone', 'delivery.account_gone']);

export type DeliveryReason = keyof typeof deliveryReasons;
export const deliveryReasonCodes = Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]];
