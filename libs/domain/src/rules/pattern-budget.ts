import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { Refusal } from '@tocsin/kernel/decide/refusal.js';
import { patternsSizeOf } from './matchers.js';
import { refuse } from './refuse.js';

/**
 * With the patterns of the others of its team: each new alert may be compared with all of them, while pages of every team wait. What doesn’t add to
 * `before` is never refused: whoever mutes too much must be able to mute less.
 */
export const refuseManyPatterns = (
  matchers: readonly LabelMatcher[],
  others: readonly (readonly LabelMatcher[])[],
  field: string,
  before: readonly LabelMatcher[] = [],
): Refusal<RefusalCode> | null => {
  const own = patternsSizeOf(matchers);
  return own > patternsSizeOf(before) && own + patternsSizeOf(others.flat()) > limits.patternsSize
    ? refuse('limit.patterns', {}, field)
    : null;
};
