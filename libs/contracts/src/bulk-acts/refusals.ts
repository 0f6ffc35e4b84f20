import type { Refusals } from '../refusal.js';

export const refusals = {
  'bulk_act.not_found': [404, 'There is no such bulk action.', 'Reload the list.'],
  'bulk_act.id_taken': [409, 'This id belongs to a bulk action of another person.', 'Use another id.'],
  'limit.bulk_by_filter': [409, 'More than {limit} alert groups match.', 'Narrow the filter.'],
} as const satisfies Refusals;
