import type { Grouping } from '@tocsin/contracts/grouping.js';
import { organisationRouter, type RouteRulesRow, type TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { subscriptionId } from './engine/configured-world.js';
import { highService, lowService, policyId, teamId } from './installation.js';

const { integrationId } = setUpData.integration;

const by = (field: string, windowMinutes: number): Grouping => ({ by: { kind: 'fields', fields: [field] }, windowMinutes });
const groupings: readonly (Grouping | null)[] = [
  null,
  by('alertname', 5),
  by('severity', 60),
  { by: { kind: 'template', template: '{{service}}' }, windowMinutes: 30 },
];

const rule = (name: string | null, outcome: TypedRouteRule['outcome'], isOn = true): TypedRouteRule => ({
  rows: name === null ? [] : [[{ label: 'alertname', operator: '=', value: name }]],
  outcome,
  isOn,
});

/** Lists of rules: elsewhere, held, grouped, linked, recorded only, posted, off, and none. */
const lists: readonly (readonly TypedRouteRule[])[] = [
  [],
  [rule('Slow', { kind: 'service', serviceId: lowService }), rule('DiskFull', { kind: 'default', linking: by('alertname', 30) })],
  [rule(null, { kind: 'default', urgency: 'high', grouping: by('alertname', 5) })],
  [rule('Down', { kind: 'default', holdMinutes: 5 }), rule('Slow', { kind: 'record_only' }), rule(null, { kind: 'record_only' }, false)],
  [rule('Slow', { kind: 'record_only', postTo: subscriptionId }), rule(null, { kind: 'default', postTo: subscriptionId })],
  [rule(null, { kind: 'default', linking: { by: { kind: 'template', template: '{{integration}}' }, windowMinutes: 60 } })],
  [
    rule('Down', { kind: 'service', serviceId: lowService, linking: by('severity', 60), urgency: 'low' }),
    rule(null, { kind: 'service', serviceId: highService, policyId, holdMinutes: 1, grouping: by('severity', 5) }),
  ],
];

type RoutedAct = (world: World, n: number) => Message;

const versionOf = (world: World, routerId: string): number => world.memory.rows<RouteRulesRow>('routeRules').get(routerId)?.version ?? 0;

/** People change where alerts go, and what becomes one alert group, or one thing to page for. */
export const routedActs: Readonly<Record<string, RoutedAct>> = {
  ChangeRoutes: (world, n) => ({
    type: 'ChangeRoutes',
    data: { teamId, integrationId, version: versionOf(world, integrationId), rules: lists[n % lists.length]! },
  }),
  ChangeOrganisationRoutes: (world, n) => ({
    type: 'ChangeOrganisationRoutes',
    data: { version: versionOf(world, organisationRouter), rules: lists[n % lists.length]! },
  }),
  GroupAlerts: (world, n) => {
    const serviceId = n % 2 === 0 ? highService : lowService;
    const { version, name, policyId: followed } = world.memory.rows<ServiceRow>('services').get(serviceId)!;
    const data = { teamId, serviceId, version, name, policyId: followed, grouping: groupings[n % groupings.length]! };
    return { type: 'ChangeService', data };
  },
};
