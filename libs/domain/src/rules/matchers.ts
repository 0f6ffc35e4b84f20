import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { RE2JS } from 're2js';

/** Cache of compiled patterns by their text: the same few are used for every alert. */
const compiled = new Map<string, RE2JS>();
const compiledAtMost = 500;

/** RE2 runs in linear time for any pattern, so no one’s pattern can block other pages. Throws on an invalid pattern. */
const patternOf = (text: string): RE2JS => {
  const cachedPattern = compiled.get(text);
  if (cachedPattern) return cachedPattern;
  const pattern = RE2JS.compile(text, RE2JS.DOTALL);
  if (compiled.size >= compiledAtMost) compiled.clear();
  compiled.set(text, pattern);
  return pattern;
};

const isPattern = ({ operator }: LabelMatcher): boolean => operator === '=~' || operator === '!~';

/** The problem with a matcher’s pattern; null: none. */
export const patternProblemOf = (matcher: LabelMatcher): string | null => {
  if (!isPattern(matcher)) return null;
  try {
    return patternOf(matcher.value).programSize() > limits.patternSize ? 'it is too large' : null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '');
  }
};

const isMatch = ({ label, operator, value }: LabelMatcher, labels: Readonly<Record<string, string>>): boolean => {
  // own properties only: a condition may name a label `constructor`
  const text = (Object.hasOwn(labels, label) ? labels[label]! : '').slice(0, limits.matcherCharacters);
  if (operator === '=' || operator === '!=') return (text === value) === (operator === '=');
  // anchored, as in Prometheus
  return patternOf(value).matches(text) === (operator === '=~');
};

/** Whether labels match all of these. A missing label is empty. */
export const doMatch = (matchers: readonly LabelMatcher[], labels: Readonly<Record<string, string>>): boolean =>
  matchers.every((matcher) => isMatch(matcher, labels));
