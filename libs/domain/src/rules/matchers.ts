import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import { RE2JS } from 're2js';

/** A compiled pattern, with its verdicts about recent values: labels such as a team’s repeat in many alerts. */
class Pattern {
  private readonly verdicts = new Map<string, boolean>();

  constructor(private readonly compiled: RE2JS) {}

  get size(): number {
    return this.compiled.programSize();
  }

  matches(text: string): boolean {
    const known = this.verdicts.get(text);
    if (known !== undefined) return known;
    const verdict = this.compiled.matches(text);
    if (text.length > keptCharacters) return verdict;
    if (this.verdicts.size >= verdictsAtMost) this.verdicts.clear();
    this.verdicts.set(text, verdict);
    return verdict;
  }
}
// at most some 10 MB for all patterns
const verdictsAtMost = 50;
const keptCharacters = 100;

/** Cache of compiled patterns by their text: the same few are used for every alert. */
const compiled = new Map<string, Pattern>();
const compiledAtMost = 2_000;

/** RE2 runs in linear time for any pattern, so no one’s pattern can block other pages. Throws on an invalid pattern. */
const patternOf = (text: string): Pattern => {
  const cachedPattern = compiled.get(text);
  if (cachedPattern) return cachedPattern;
  const pattern = new Pattern(RE2JS.compile(text, RE2JS.DOTALL));
  if (compiled.size >= compiledAtMost) compiled.clear();
  compiled.set(text, pattern);
  return pattern;
};

const isPattern = ({ operator }: LabelMatcher): boolean => operator === '=~' || operator === '!~';

export const patternProblemOf = (matcher: LabelMatcher): string | null => {
  if (!isPattern(matcher)) return null;
  try {
    return patternOf(matcher.value).size > limits.patternSize ? 'it is too large' : null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '');
  }
};

/** Instructions of all valid patterns among these: what comparing them costs at most. */
export const patternsSizeOf = (matchers: readonly LabelMatcher[]): number =>
  matchers.reduce((sum, matcher) => (isPattern(matcher) ? sum + patternOf(matcher.value).size : sum), 0);

const isMatch = ({ label, operator, value }: LabelMatcher, labels: Readonly<Record<string, string>>): boolean => {
  // own properties only: a condition may name a label `constructor`
  const whole = Object.hasOwn(labels, label) ? labels[label]! : '';
  const text = whole.length > limits.matcherCharacters ? whole.slice(0, limits.matcherCharacters) : whole;
  if (operator === '=' || operator === '!=') return (text === value) === (operator === '=');
  // anchored, as in Prometheus
  return patternOf(value).matches(text) === (operator === '=~');
};

/** Whether labels match all of these. A missing label is empty. */
export const doMatch = (matchers: readonly LabelMatcher[], labels: Readonly<Record<string, string>>): boolean => {
  // for hundreds of rules: without a closure for each
  for (const matcher of matchers) if (!isMatch(matcher, labels)) return false;
  return true;
};
