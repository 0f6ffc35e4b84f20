import type { Refusals } from '../refusal.js';

export const refusals = {
  'exported_file.not_found': [404, 'There is no such file, or it is somebody else’s.', 'Export it again.'],
  'exported_file.reason_missing': [422, 'These are somebody else’s nights: a reason is needed.', 'Say why. They are told of it.'],
  'exported_file.quarter_ahead': [422, 'This quarter has not begun.', 'Choose an earlier one.'],
  'exported_file.period_invalid': [422, 'A pack covers up to 100 days, and its end is after its beginning.', 'Choose another period.'],
} as const satisfies Refusals;
