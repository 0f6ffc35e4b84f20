import type { Refusals } from '../refusal.js';

export const refusals = {
  'route.service_not_found': [422, 'Rule {rule} leads to a service that does not exist or is archived.', 'Choose another service.'],
  'route.policy_not_found': [422, 'Rule {rule} names an escalation policy that does not exist.', 'Choose another policy.'],
  'route.channel_not_found': [
    422,
    'Rule {rule} posts to a channel or webhook that does not exist, or belongs to another team.',
    'Choose one of the team or of the organisation.',
  ],
  'route.pattern_invalid': [
    422,
    'The regular expression of rule {rule} can’t be used: {reason}.',
    'Use the syntax of RE2; it must match the whole value.',
  ],
  'route.rule_twice': [422, 'Two rules have the same id.', 'Leave out the id of a new rule.'],
  'limit.route_patterns': [
    422,
    'The regular expressions of an integration’s rules are too large together.',
    'Use fewer, or compare with “is” where a value is known.',
  ],
  'limit.route_rules_size': [422, 'The rules of an integration can have at most {limit} characters.', 'Use fewer or shorter conditions.'],
} as const satisfies Refusals;
