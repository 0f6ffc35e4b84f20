import type { Refusals } from '../refusal.js';

export const refusals = {
  'calendar_feed.not_found': [
    404,
    'There is no such calendar feed.',
    'Create a new one on your page, or ask an admin if feeds are switched off.',
  ],
  'calendar_feed.switched_off': [
    409,
    'Calendar feeds are switched off.',
    'Ask an owner or admin to switch them on in Settings → Calendar feeds.',
  ],
  'limit.calendar_feeds': [409, 'A person has at most {limit} calendar feeds.', 'Revoke one that is not used.'],
} as const satisfies Refusals;
