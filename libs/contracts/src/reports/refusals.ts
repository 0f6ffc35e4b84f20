import type { Refusals } from '../refusal.js';

export const refusals = {
  'report.took_too_long': [
    503,
    'The report took longer than {limit}.',
    'Choose a shorter range, or try again: the part of the log that was read is kept, so it is faster.',
  ],
} as const satisfies Refusals;
