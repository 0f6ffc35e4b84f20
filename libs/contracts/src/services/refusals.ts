import type { Refusals } from '../refusal.js';

export const refusals = {
  'service.not_found': [404, 'There is no such service.', 'Look in /services.'],
  'service.name_taken': [409, 'The team has a service of this name already.', 'Choose another name.'],
  'service.support_hours_missing': [422, 'The support hours are missing.', 'Enter the hours of support, or choose another urgency.'],
} as const satisfies Refusals;
