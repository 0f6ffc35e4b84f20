import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { RouteRule, TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { v7 } from 'uuid';
import { newMatcher } from '../policies/shared/matcher-line.js';

export const newRule = (matcher: LabelMatcher = newMatcher): RouteRule => ({
  ruleId: v7(),
  rows: [[matcher]],
  outcome: { kind: 'service', serviceId: '' },
  isOn: true,
});

export const moveRule = (rules: readonly RouteRule[], from: number, by: -1 | 1): readonly RouteRule[] => {
  const to = from + by;
  return to < 0 || to >= rules.length ? rules : rules.toSpliced(from, 1).toSpliced(to, 0, rules[from]!);
};

const isNamed = ({ label }: LabelMatcher): boolean => label.trim() !== '';

/** The rule with a further condition in its last row, in place of one that has no name yet. */
const withCondition = (rule: RouteRule, matcher: LabelMatcher): RouteRule => {
  const row = (rule.rows.at(-1) ?? []).filter(isNamed);
  const isThere = row.some(({ label, value }) => label === matcher.label && value === matcher.value);
  if (isThere || row.length >= routeLimits.matchersPerRow) return rule;
  return { ...rule, rows: [...rule.rows.slice(0, -1), [...row, matcher]] };
};

/** A label of a sample becomes a condition of this rule; of a new one, when there is no such rule. */
export const withMatcher = (rules: readonly RouteRule[], ruleId: string | null, matcher: LabelMatcher): readonly RouteRule[] =>
  rules.some((rule) => rule.ruleId === ruleId)
    ? rules.map((rule) => (rule.ruleId === ruleId ? withCondition(rule, matcher) : rule))
    : [...rules, newRule(matcher)];

/** What the first incomplete rule lacks; undefined: all can be saved. */
export const findMissing = (rules: readonly TypedRouteRule[]): string | undefined =>
  rules
    .map(({ rows, outcome }, n) => {
      if (!rows.every((row) => row.every(isNamed))) return `Name the label of each condition of rule ${n + 1}`;
      return outcome.kind === 'service' && outcome.serviceId === '' ? `Choose where rule ${n + 1} leads` : undefined;
    })
    .find(Boolean);

/** The place, from 1, of an earlier rule that takes every alert: this one is never reached. */
export const findTakingAll = (rules: readonly TypedRouteRule[], n: number): number | null => {
  const place = rules.slice(0, n).findIndex(({ rows, isOn }) => isOn && rows.length === 0);
  return place < 0 ? null : place + 1;
};
