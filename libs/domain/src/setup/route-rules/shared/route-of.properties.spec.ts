import { matcherOperators, type LabelMatcher } from '@tocsin/contracts/conditions.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import fc from 'fast-check';
import { idOf } from '../../../configuration.fixture.js';
import { placeOfRule } from './route-of.js';

const labels = ['team', 'env', 'constructor'];
const texts = ['', 'a', 'b', 'ab', 'a\nb'];
const matcher: fc.Arbitrary<LabelMatcher> = fc.record({
  label: fc.constantFrom(...labels),
  operator: fc.constantFrom(...matcherOperators),
  value: fc.constantFrom(...texts, 'a.*', '.b', '.*'),
});
const rule: fc.Arbitrary<RouteRule> = fc.record({
  ruleId: fc.constant(idOf('1')),
  rows: fc.array(fc.array(matcher, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  outcome: fc.constant({ kind: 'record_only' as const }),
  isOn: fc.boolean(),
});
const values = fc.dictionary(fc.constantFrom(...labels), fc.constantFrom(...texts));

/** Said another way than the program does: by the platform’s own expressions. */
const holds = ({ label, operator, value }: LabelMatcher, of: Readonly<Record<string, string>>): boolean => {
  const text = new Map(Object.entries(of)).get(label) ?? '';
  const isSame = operator.endsWith('~') ? new RegExp(`^(?:${value})$`, 's').test(text) : text === value;
  return operator.startsWith('!') ? !isSame : isSame;
};
const takes = ({ isOn, rows }: RouteRule, of: Readonly<Record<string, string>>): boolean =>
  isOn && (rows.length === 0 || rows.some((row) => row.every((one) => holds(one, of))));

describe('whatever the rules and the alert', () => {
  it('the first rule that is on and matches decides; none before it does', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 24 }), values, (rules, of) => {
        const place = placeOfRule({ rules }, of);
        expect(place).toBe(rules.findIndex((one) => takes(one, of)));
        expect(place).toBeLessThan(rules.length);
      }),
    );
  });

  it('of a long text as many characters are compared as a condition may have, also among many rules', () => {
    const only = (value: string): RouteRule => ({
      ruleId: idOf('1'),
      rows: [[{ label: 'team', operator: '=', value }]],
      outcome: { kind: 'record_only' },
      isOn: true,
    });
    const rules = Array.from({ length: 20 }, (_, n) => only(n === 13 ? 'x'.repeat(limits.matcherCharacters) : `team-${n}`));
    expect(placeOfRule({ rules }, { team: 'x'.repeat(limits.matcherCharacters + 5) })).toBe(13);
    expect(placeOfRule({ rules }, {})).toBe(-1);
  });

  it('what a rule after it says changes nothing', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 12 }), fc.array(rule, { maxLength: 12 }), values, (rules, later, of) => {
        const place = placeOfRule({ rules }, of);
        if (place >= 0) expect(placeOfRule({ rules: [...rules.slice(0, place + 1), ...later] }, of)).toBe(place);
      }),
    );
  });
});
