import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { findMissing, findTakingAll, moveRule, newRule, withMatcher } from './rule-list.js';

const isPayments = { label: 'team', operator: '=' as const, value: 'payments' };
const isProduction = { label: 'env', operator: '=' as const, value: 'production' };
const rule = (ruleId: string, more: Partial<RouteRule> = {}): RouteRule => ({
  ...newRule(isPayments),
  ruleId,
  outcome: { kind: 'record_only' },
  ...more,
});

it('moves a rule, and leaves the first and the last where they are', () => {
  const rules = ['a', 'b', 'c'].map((id) => rule(id));
  const idsAfter = (from: number, by: -1 | 1) =>
    moveRule(rules, from, by)
      .map(({ ruleId }) => ruleId)
      .join('');
  expect([idsAfter(0, 1), idsAfter(2, -1), idsAfter(0, -1), idsAfter(2, 1)]).toEqual(['bac', 'acb', 'abc', 'abc']);
});

it('makes a label of a sample a condition of the rule that was edited last, in place of an empty one', () => {
  const [empty] = withMatcher([{ ...newRule(), ruleId: 'a' }], 'a', isPayments);
  expect(empty!.rows).toEqual([[isPayments]]);
  const twice = withMatcher(withMatcher([rule('a')], 'a', isProduction), 'a', isProduction);
  expect(twice[0]!.rows).toEqual([[isPayments, isProduction]]);
});

it('makes a new rule of it when there is no such rule', () => {
  const rules = withMatcher([rule('a')], null, isProduction);
  expect(rules.map(({ rows }) => rows)).toEqual([[[isPayments]], [[isProduction]]]);
});

it('says what the first incomplete rule lacks', () => {
  expect(findMissing([rule('a'), newRule(isPayments)])).toBe('Choose where rule 2 leads');
  expect(findMissing([newRule()])).toBe('Name the label of each condition of rule 1');
  expect(findMissing([rule('a')])).toBeUndefined();
});

it('names the rule that takes all before another one, unless it is off', () => {
  const takesAll = (isOn: boolean) => [rule('a'), rule('b', { rows: [], isOn }), rule('c')];
  expect(findTakingAll(takesAll(true), 2)).toBe(2);
  expect(findTakingAll(takesAll(false), 2)).toBeNull();
});
