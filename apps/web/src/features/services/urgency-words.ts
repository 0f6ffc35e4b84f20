import type { UrgencyRule } from '@tocsin/contracts/services/noun.js';

/** `Urgent …`: when alerts of a service have high urgency. */
export const urgentWhen: Record<UrgencyRule, string> = {
  by_severity: 'if severity is critical or error',
  always_high: 'always',
  always_low: 'never',
  support_hours: 'if severity is critical or error, in support hours',
};
