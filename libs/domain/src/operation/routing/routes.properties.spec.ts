import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import fc from 'fast-check';
import { fixtureTime, idOf } from '../../configuration.fixture.js';
import { placeOfRule, valuesOf } from '../../setup/route-rules/shared/route-of.js';
import { Router } from './router.js';
import { alertmanager, alertmanagerId, alertOf, serviceId } from './signals.fixture.js';

const teams = ['payments', 'search', 'noise'];
const rule: fc.Arbitrary<RouteRule> = fc.record({
  ruleId: fc.constant(idOf('1')),
  rows: fc.array(
    fc.constantFrom(...teams, '.*').map((value) => [{ label: 'team', operator: '=~' as const, value }]),
    { maxLength: 2 },
  ),
  outcome: fc.constantFrom<RouteRule['outcome']>(
    { kind: 'record_only' },
    ...[serviceId, idOf('5f1'), idOf('5f2')].map((id) => ({ kind: 'service' as const, serviceId: id })),
  ),
  isOn: fc.boolean(),
});

const goalOf = (rules: readonly RouteRule[], place: number): string | null => {
  const outcome = rules[place]?.outcome ?? { kind: 'service', serviceId };
  return outcome.kind === 'service' ? outcome.serviceId : null;
};

it('leads every alert of a message to exactly one service, that of the first rule that matches, or records it', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      fc.array(fc.constantFrom(...teams, 'core'), { minLength: 1, maxLength: 8 }),
      (rules, of) => {
        const none = {
          thread: () => undefined,
          threadsOf: () => [],
          threadsWith: () => [],
          grouping: () => undefined,
          linking: () => undefined,
          recording: () => undefined,
          recordingsOf: () => [],
          inhibitingLabels: () => undefined,
          mutesOfAll: () => null,
          storm: () => undefined,
          tally: () => undefined,
          ends: () => undefined,
        };
        const names = { service: () => undefined, integration: () => undefined };
        const routes = { id: alertmanagerId, teamId: idOf('7ea'), version: 1, rules: [...rules], changedAt: fixtureTime, by: idOf('a1') };
        const router = new Router({ ...none, ...names, routeRules: (id) => (id === alertmanagerId ? routes : undefined) }, 1);
        const alerts = of.map((team, n) => alertOf(`a${n}`, { labels: { team } }));
        const data = { ...alertmanager(alerts), receivedAt: '2026-11-21T03:12:00.000Z' };
        expect(router.route({ eventId: idOf('e1'), ordinal: 1, inbox: 'inbox-n1', data })).toBeNull();
        const goals = alerts.map((alert) => goalOf(rules, placeOfRule({ rules }, valuesOf(alert, { integration: '', service: '' }))));
        const routed = router.items.flatMap(({ alerts: changes, reason, serviceId: to }) =>
          changes.map(({ fingerprint }) => `${fingerprint} ${reason ?? to}`),
        );
        expect(routed.toSorted()).toEqual(alerts.map(({ name }, n) => `${name} ${goals[n] ?? 'recorded_only'}`).toSorted());
        expect(router.items.filter(({ reason }) => reason === 'recorded_only')).toHaveLength(goals.includes(null) ? 1 : 0);
      },
    ),
  );
});
