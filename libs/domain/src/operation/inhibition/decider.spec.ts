import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { InhibitionFact } from '@tocsin/contracts/inhibition/noun.js';
import * as inhibitionLimits from '@tocsin/contracts/inhibition/limits.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { byOwner, fixtureTime, idOf, readsAfter } from '../../configuration.fixture.js';
import { inhibitionDecider } from './decider.js';

const [teamId, ruleId] = [idOf('7ea'), idOf('1b')];
const matching = (label: string) => [{ label, operator: '=' as const, value: 'critical' }];
const settings = { teamId, name: 'Cluster down', source: matching('severity'), target: matching('tier'), equal: ['cluster'], isOn: true };
const saved = (id = ruleId, more: object = {}): InhibitionFact => ({
  type: 'InhibitionRuleSaved',
  data: { ruleId: id, ...settings, ...more },
});
const team: Fact = { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } };
const context = (...facts: readonly Fact[]) => ({ actor: byOwner, reads: readsAfter(team, ...facts), now: fixtureTime });
const save = (more: object = {}) => ({ type: 'SaveInhibitionRule', data: { ruleId, ...settings, ...more } });

describe('an inhibition rule', () => {
  it('is saved for its team, and the same again is nothing', () => {
    expect(given(inhibitionDecider).when(save(), context()).facts()).toEqual([saved()]);
    expect(given(inhibitionDecider, [saved()]).when(save(), context(saved())).nothing()).toBe(true);
  });

  it.each([
    ['has a pattern that is none', { target: [{ label: 'tier', operator: '=~', value: '(' }] }, 'inhibition.pattern_invalid'],
    ['matches everything', { source: [{ label: 'env', operator: '!=', value: 'test' }] }, 'inhibition.matches_everything'],
    ['is of no team that is there', { teamId: idOf('7eb') }, 'team.not_found'],
  ])('is refused when it %s', (_why, more, code) => expect(given(inhibitionDecider).when(save(more), context()).refusal()).toBe(code));

  it('is refused with the name of another of its team, and when the team has as many as it may', () => {
    const named = saved(idOf('b1'));
    expect(given(inhibitionDecider, [named]).when(save(), context(named)).refusal()).toBe('inhibition.name_taken');
    const many = Array.from({ length: inhibitionLimits.perTeam }, (_none, n) => saved(idOf(`b${n}`), { name: `Rule ${n}` }));
    expect(
      given(inhibitionDecider, many)
        .when(save(), context(...many))
        .refusal(),
    ).toBe('limit.inhibition');
  });

  it('is saved with fewer patterns, or switched off, also while those of its team are too large together', () => {
    const large = { label: 'severity', operator: '=~' as const, value: '(x.*y){80}z' };
    const many = Array.from({ length: 13 }, (_none, n) => saved(idOf(`b${n}`), { name: `Rule ${n}`, source: [large, large] }));
    const first = idOf('b0');
    const changed = (more: object) =>
      given(inhibitionDecider, many).when(save({ ruleId: first, name: 'Rule 0', source: [large, large], ...more }), context(...many));
    expect(changed({ source: [large] }).facts()).toHaveLength(1);
    expect(changed({ isOn: false }).facts()).toHaveLength(1);
    expect(changed({ target: [large] }).refusal()).toBe('limit.patterns');
    // switching it on again adds to them
    const off = [saved(first, { name: 'Rule 0', source: [large], isOn: false }), ...many.slice(1)];
    expect(
      given(inhibitionDecider, off)
        .when(save({ ruleId: first, name: 'Rule 0', source: [large] }), context(...off))
        .refusal(),
    ).toBe('limit.patterns');
  });

  it('is removed once', () => {
    const remove = { type: 'RemoveInhibitionRule', data: { ruleId } };
    expect(given(inhibitionDecider, [saved()]).when(remove, context(saved())).facts()).toMatchObject([{ type: 'InhibitionRuleRemoved' }]);
    expect(given(inhibitionDecider).when(remove, context()).refusal()).toBe('inhibition.not_found');
  });
});
