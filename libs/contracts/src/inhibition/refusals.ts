import type { Refusals } from '../refusal.js';

export const refusals = {
  'inhibition.not_found': [404, 'There is no such inhibition rule.', 'Look in /silences.'],
  'inhibition.name_taken': [422, 'Another inhibition rule of the team has this name.', 'Choose another name.'],
  'inhibition.matches_everything': [
    422,
    'Every condition also holds for an alert without the label: this rule would cover everything.',
    'Add a condition that names a value.',
  ],
  'inhibition.pattern_invalid': [
    422,
    'The regular expression can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ],
  'limit.inhibition': [409, 'A team can have at most {limit} inhibition rules.', 'Remove one that is no longer needed.'],
} as const satisfies Refusals;
