import type { Refusals } from '../refusal.js';

export const refusals = {
  'drill.not_found': [404, 'There is no such drill, or it is over.', 'Plan another one.'],
  'drill.another_planned': [409, 'Another drill is planned or running.', 'End it first.'],
  'drill.window_invalid': [422, 'A drill begins within 28 days, ends after it begins, and takes at most 4 hours.', 'Choose another time.'],
  'drill.not_now': [409, 'The time of this drill has not begun, or is over.', 'Start it in its time: people agreed to that.'],
  'drill.no_consent': [409, 'Nobody agreed to be paged by this drill.', 'Ask the people on its list.'],
} as const satisfies Refusals;
