import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { patternsSizeOf } from './matchers.js';
import { refuse } from './refuse.js';

/** With the patterns of the others of its team: each new alert may be compared with all of them, while pages of every team wait. */
export const refuseManyPatterns = (
  matchers: readonly LabelMatcher[],
  others: readonly (readonly LabelMatcher[])[],
  field: string,
): Refusal<RefusalCode> | null => {
  const own = patternsSizeOf(matchers);
  return own > 0 && own + patternsSizeOf(others.flat()) > limits.patternsSize ? refuse('limit.patterns', {}, field) : null;
};
