import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { RouteFact, RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byBo, byOwner, fixtureTime, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { integrationCreated, integrationId, integrationRemoved } from '../integrations/facts.fixture.js';
import { policyCreated, policyId } from '../policies/facts.fixture.js';
import { serviceArchived, serviceCreated, serviceId, serviceSettings } from '../services/facts.fixture.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { routeRulesDecider } from './decider.js';
import { routeRulesView } from './views.js';

const [otherTeam, otherService] = [idOf('7eb'), idOf('5f')];
const world: readonly Fact[] = [
  teamCreated,
  boManages,
  { type: 'TeamCreated', data: { teamId: otherTeam, name: 'Search', description: '' } },
  policyCreated,
  serviceCreated,
  { type: 'ServiceCreated', data: { ...serviceSettings, teamId: otherTeam, serviceId: otherService, name: 'Search' } },
  integrationCreated,
];
const reads = readsAfter(...world);
const [owner, asBo] = [
  { actor: byOwner, reads },
  { actor: byBo, reads },
];
const isPayments: LabelMatcher = { label: 'team', operator: '=', value: 'payments' };
const rule = (n: number, to = serviceId, matcher = isPayments): RouteRule => ({
  ruleId: idOf(`10${n}`),
  rows: [[matcher]],
  outcome: { kind: 'service', serviceId: to },
  isOn: true,
});
const change = (rules: readonly object[], version = 0, more: object = {}) => ({
  type: 'ChangeRoutes',
  data: { teamId, integrationId, version, rules, ...more },
});
const changed = (rules: readonly RouteRule[], version = 1): Fact => ({
  type: 'RoutesChanged',
  data: { teamId, integrationId, version, rules: [...rules] },
});
const noRoutes = given(routeRulesDecider);
const one = given(routeRulesDecider, [changed([rule(1)])]);

describe('changing the routes of an integration', () => {
  it('records them as a whole, with a version', () => {
    expect(noRoutes.when(change([rule(1)]), owner).facts()).toEqual([changed([rule(1)])]);
    expect(one.when(change([rule(2), rule(1)], 1), owner).facts()).toEqual([changed([rule(2), rule(1)], 2)]);
  });

  it('gives a new rule an id, another one for each', () => {
    const { ruleId: _ruleId, ...typed } = rule(1);
    const [fact] = noRoutes.when(change([typed, typed]), owner).facts() as readonly RouteFact[];
    expect(new Set(fact!.data.rules.map(({ ruleId }) => ruleId)).size).toBe(2);
  });

  it('does nothing when they are so already, and is refused when somebody else changed them', () => {
    expect(one.when(change([rule(1)], 0), owner).nothing()).toBe(true);
    expect(noRoutes.when(change([]), owner).nothing()).toBe(true);
    expect(one.when(change([rule(2)], 0), owner).refusal()).toBe('conflict.revision');
  });

  it('is for managers of the team that owns the integration', () => {
    expect(noRoutes.when(change([rule(1)]), asBo).facts()).toHaveLength(1);
    expect(
      noRoutes.when(change([rule(1)]), { actor: byBo, reads: readsAfter(...world.filter((fact) => fact !== boManages)) }).refusal(),
    ).toBe('permission.denied');
    expect(noRoutes.when(change([rule(1)], 0, { teamId: otherTeam }), owner).refusal()).toBe('integration.not_found');
    const removed = { actor: byOwner, reads: readsAfter(...world, integrationRemoved) };
    expect(noRoutes.when(change([rule(1)]), removed).refusal()).toBe('integration.not_found');
  });

  it('takes the permission of the team whose service a rule newly leads to', () => {
    expect(noRoutes.when(change([rule(1, otherService)]), asBo).refusal()).toBe('permission.denied');
    expect(noRoutes.when(change([rule(1, otherService)]), owner).facts()).toHaveLength(1);
    const toOther = given(routeRulesDecider, [changed([rule(1, otherService)])]);
    expect(toOther.when(change([rule(2), rule(1, otherService)], 1), asBo).facts()).toHaveLength(1);
  });

  it.each([
    ['to a service that does not exist', [rule(1, idOf('404'))], 'route.service_not_found'],
    ['by a pattern that is none', [rule(1, serviceId, { label: 'job', operator: '=~', value: '(' })], 'route.pattern_invalid'],
    ['of one id twice', [rule(1), rule(1)], 'route.rule_twice'],
    [
      'whose patterns are too large together',
      Array.from({ length: 20 }, (_, n) => rule(n, serviceId, { label: 'job', operator: '=~', value: `${n}(abcdefgh){40}` })),
      'limit.route_patterns',
    ],
    [
      'of more than one event should hold',
      Array.from({ length: 100 }, (_, n) => ({
        ...rule(n),
        rows: Array.from({ length: 10 }, () => [{ ...isPayments, value: 'v'.repeat(256) }]),
      })),
      'limit.route_rules_size',
    ],
  ])('is refused for rules %s', (_what, rules, code) => expect(noRoutes.when(change(rules), owner).refusal()).toBe(code));

  it('names the rule that is wrong', () => {
    const archived = { actor: byOwner, reads: readsAfter(...world, serviceArchived) };
    expect(noRoutes.when(change([rule(1, otherService), rule(2)]), archived).refusal()).toBe('route.service_not_found');
    // one that is archived later is no reason to refuse another change
    expect(one.when(change([rule(1), rule(2, otherService)], 1), archived).facts()).toHaveLength(1);
  });

  it('takes the permission of the team whose policy a rule newly names, and refuses one that is removed', () => {
    const paging = (policyId: string): RouteRule => ({ ...rule(1), outcome: { kind: 'default', policyId } });
    const theirs: Fact = {
      type: 'PolicyCreated',
      data: { ...policyCreated.data, teamId: otherTeam, policyId: idOf('92'), name: 'Search' },
    } as Fact;
    const both = { actor: byBo, reads: readsAfter(...world, theirs) };
    expect(noRoutes.when(change([paging(policyId)]), asBo).facts()).toHaveLength(1);
    expect(noRoutes.when(change([paging(idOf('92'))]), both).refusal()).toBe('permission.denied');
    expect(noRoutes.when(change([paging(idOf('92'))]), { ...both, actor: byOwner }).facts()).toHaveLength(1);
    expect(noRoutes.when(change([paging(idOf('404'))]), owner).refusal()).toBe('route.policy_not_found');
  });

  it('is refused for a channel that there is not, or another team’s; one that is switched off is named', () => {
    const posting = (postTo: string): RouteRule => ({ ...rule(1), outcome: { kind: 'record_only', postTo } });
    const subscription = (n: string, owner: string | null): Fact => ({
      type: 'EventSubscriptionCreated',
      data: { subscriptionId: idOf(n), teamId: owner, name: n, kinds: [], host: 'https://x', addressRef: 'a', secretRef: 's', after: 0 },
    });
    const off: Fact = { type: 'EventSubscriptionDisabled', data: { subscriptionId: idOf('a1'), because: 'switched_off' } };
    const facts = [subscription('a1', teamId), off, subscription('a2', null), subscription('a3', otherTeam)];
    const posts = { actor: byOwner, reads: readsAfter(...world, ...facts) };
    const codes = ['a1', 'a2', 'a3', '404'].map((n) => {
      const outcome = noRoutes.when(change([posting(idOf(n))]), posts);
      return n < 'a3' && n !== '404' ? outcome.facts().length : outcome.refusal();
    });
    expect(codes).toEqual([1, 1, 'route.channel_not_found', 'route.channel_not_found']);
    const ofAll = { type: 'ChangeOrganisationRoutes', data: { version: 0, rules: [posting(idOf('a1'))] } };
    expect(noRoutes.when(ofAll, posts).refusal()).toBe('route.channel_not_found');
    // a rule that named it before stays
    expect(
      given(routeRulesDecider, [changed([posting(idOf('404'))])])
        .when(change([posting(idOf('404')), rule(2)], 1), posts)
        .facts(),
    ).toHaveLength(1);
  });

  it('is shown with who made it, and when', () => {
    const rows = foldRows(routeRulesView, recordedFacts([changed([rule(1)]), changed([], 2)]));
    expect(rows.get(integrationId)).toEqual({ id: integrationId, teamId, version: 2, rules: [], changedAt: fixtureTime, by: byOwner.id });
  });
});

describe('changing the routes of the organisation', () => {
  const changeFirst = (rules: readonly object[], version = 0) => ({ type: 'ChangeOrganisationRoutes', data: { version, rules } });
  const first = (rules: readonly RouteRule[], version = 1): Fact => ({
    type: 'OrganisationRoutesChanged',
    data: { version, rules: [...rules] },
  });

  it('records them as a whole, in a list of its own', () => {
    expect(noRoutes.when(changeFirst([rule(1)]), owner).facts()).toEqual([first([rule(1)])]);
    const rows = foldRows(routeRulesView, recordedFacts([changed([rule(2)]), first([rule(1)])]));
    expect(rows.get('organisation')).toMatchObject({ teamId: null, version: 1, rules: [rule(1)] });
    expect(rows.get(integrationId)).toMatchObject({ version: 1, rules: [rule(2)] });
  });

  it('is for owners and admins alone, and refused when somebody else changed them', () => {
    expect(noRoutes.when(changeFirst([rule(1)]), asBo).refusal()).toBe('permission.denied');
    const admin = { actor: { ...byBo, roles: ['admin'] }, reads };
    expect(noRoutes.when(changeFirst([rule(1)]), admin).facts()).toHaveLength(1);
    expect(
      given(routeRulesDecider, [first([rule(1)])])
        .when(changeFirst([rule(2)]), owner)
        .refusal(),
    ).toBe('conflict.revision');
  });
});
