import type { Refusals } from '../refusal.js';

export const refusals = {
  'silence.not_found': [404, 'There is no such silence.', 'Look in /silences.'],
  'silence.ended': [409, 'This silence has ended.', 'Start a new one.'],
  'silence.ends_in_the_past': [422, 'A silence must end in the future.', 'Choose a later end.'],
  'silence.too_long': [422, 'A silence can last up to {limit}.', 'Choose an earlier end.'],
  'silence.too_long_for_responder': [422, 'Your silences can last up to {limit}.', 'Choose an earlier end, or ask a manager of the team.'],
  'silence.matches_everything': [
    422,
    'Every condition also holds for an alert without the label: this mutes everything, {groups} open alert groups now.',
    'Add a condition that names a value, or confirm with that number.',
  ],
  'silence.pattern_invalid': [
    422,
    'The regular expression can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ],
  'limit.silences': [409, 'A team can have at most {limit} active silences.', 'End one that is no longer needed.'],
} as const satisfies Refusals;
