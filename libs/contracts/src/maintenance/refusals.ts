import type { Refusals } from '../refusal.js';

export const refusals = {
  'maintenance.not_found': [404, 'There is no such maintenance window.', 'Look in /maintenance.'],
  'maintenance.name_taken': [422, 'Another maintenance window of the team has this name.', 'Choose another name.'],
  'maintenance.ends_before_it_begins': [422, 'A maintenance window must end after it begins.', 'Choose a later end.'],
  'maintenance.is_over': [422, 'A maintenance window must end in the future.', 'Choose a later end, or another recurrence.'],
  'maintenance.too_long': [422, 'A maintenance window can last up to {limit}.', 'Choose an earlier end.'],
  'maintenance.too_long_for_responder': [
    422,
    'Your maintenance windows can last up to {limit}, and take place once.',
    'Choose an earlier end, or ask a manager of the team.',
  ],
  'maintenance.zone_unknown': [422, 'There is no time zone with this name.', 'Use a name such as Europe/Berlin.'],
  'maintenance.rule_unreadable': [422, 'This recurrence can’t be used.', 'Use an RRULE of days, weeks, months or years.'],
  'maintenance.service_unknown': [422, 'This service does not belong to the team.', 'Choose services of the team.'],
  'maintenance.pattern_invalid': [
    422,
    'The regular expression can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ],
  'maintenance.covers_nothing': [422, 'It names neither services nor labels.', 'Choose services, or a label and its value.'],
  'maintenance.matches_everything': [
    422,
    'It names no service, and every condition also holds for an alert without the label: this covers everything.',
    'Choose services, add a condition that names a value, or confirm it.',
  ],
  'maintenance.no_such_occurrence': [409, 'The window does not begin at that time.', 'Choose one of its next occurrences.'],
  'maintenance.not_active': [409, 'This maintenance window is not active.', 'Skip its next occurrence instead.'],
  'limit.maintenance': [409, 'A team can have at most {limit} maintenance windows.', 'Remove one that is no longer needed.'],
} as const satisfies Refusals;
