import type { Refusals } from '../refusal.js';

export const refusals = {
  'limit.event_subscriptions': [409, 'There can be at most {limit} event subscriptions here.', 'Remove one that is not used.'],
  'event_subscription.address_wrong': [
    422,
    'This is not an address of this kind of receiver.',
    'Enter the ID of a Slack channel or Telegram group for those, and a URL for everything else.',
  ],
  'event_subscription.in_use': [409, 'It is used by {names}.', 'Remove it from those policies and routes first.'],
  'event_subscription.no_chat': [409, 'Who is on call is posted in channels of a chat only.', 'Add a channel as a receiver.'],
  'event_subscription.not_found': [404, 'There is no such event subscription.', 'Check the list of event subscriptions.'],
} as const satisfies Refusals;
