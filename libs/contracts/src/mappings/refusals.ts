import type { Refusals } from '../refusal.js';

export const refusals = {
  'mapping.other_kind': [409, 'Only integrations for generic JSON have a mapping.', 'Create a generic integration.'],
  'mapping.expression_invalid': [422, 'The expression of {field} is not valid: {reason}.', 'Correct it, or clear the field.'],
} as const satisfies Refusals;
