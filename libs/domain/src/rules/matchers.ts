import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { RE2JS } from 're2js';

/** Compiled patterns by their text: the same few are asked for every alert. */
const compiled = new Map<string, RE2JS>();
const compiledAtMost = 500;

/** RE2 takes time in proportion to the text, whatever the pattern is; so nobody’s pattern stops another’s page. Throws where it is none. */
const patternOf = (text: string): RE2JS => {
  const known = compiled.get(text);
  if (known) return known;
  const pattern = RE2JS.compile(text, RE2JS.DOTALL);
  if (compiled.size >= compiledAtMost) compiled.clear();
  compiled.set(text, pattern);
  return pattern;
};

const isPattern = ({ operator }: LabelMatcher): boolean => operator === '=~' || operator === '!~';

/** What is wrong with the pattern of a matcher; null: nothing. */
export const patternMistake = (matcher: LabelMatcher): string | null => {
  if (!isPattern(matcher)) return null;
  try {
    return patternOf(matcher.value).programSize() > limits.patternSize ? 'it is too large' : null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '');
  }
};

const isMatch = ({ label, operator, value }: LabelMatcher, labels: Readonly<Record<string, string>>): boolean => {
  const text = (labels[label] ?? '').slice(0, limits.matcherCharacters);
  if (operator === '=' || operator === '!=') return (text === value) === (operator === '=');
  // anchored, as Prometheus anchors it
  return patternOf(value).matches(text) === (operator === '=~');
};

/** Whether labels match each of these. One that is missing is empty. */
export const doMatch = (matchers: readonly LabelMatcher[], labels: Readonly<Record<string, string>>): boolean =>
  matchers.every((matcher) => isMatch(matcher, labels));
