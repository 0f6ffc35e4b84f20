import type { Refusals } from '../refusal.js';

export const refusals = {
  'limit.policy_steps': [409, 'A policy has at most {limit} steps.', 'Remove a step first.'],
  'policy.not_found': [404, 'There is no such escalation policy.', 'Check the team’s policies.'],
  'policy.name_taken': [409, 'The team has a policy of this name already.', 'Choose another name.'],
  'policy.in_use': [409, 'The policy is used by {names}.', 'Give those services another policy first.'],
  'policy.same': [422, 'That is the same policy.', 'Choose another policy.'],
  'policy.pattern_invalid': [
    422,
    'The regular expression can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ],
  'policy.team_unknown': [422, 'A step names a team that does not exist.', 'Choose one from the list.'],
  'policy.schedule_unknown': [422, 'A step names a schedule that does not exist.', 'Choose one from the list.'],
  'policy.webhook_unknown': [
    422,
    'A step names a webhook that does not exist, or that belongs to another team.',
    'Choose one from the list.',
  ],
  'policy.target_unknown': [422, 'A step names a person who does not exist.', 'Choose someone from the list.'],
} as const satisfies Refusals;
