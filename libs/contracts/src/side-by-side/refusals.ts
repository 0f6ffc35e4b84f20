import type { Refusals } from '../refusal.js';

export const refusals = {
  'old_system.not_connected': [404, 'This system is not connected.', 'Reload the page.'],
  'old_system.no_address': [422, 'This system runs at an address of its own.', 'Enter the address, such as https://goalert.example.org.'],
  'old_system.not_https': [422, 'A token needs https; http is for private addresses.', 'Use an address with https.'],
} as const satisfies Refusals;
