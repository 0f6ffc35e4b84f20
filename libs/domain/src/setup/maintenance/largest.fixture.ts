import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { serviceCreated } from '@tocsin/testing/largest/facts.js';
import { bySystem, longest, longName, LargeWorld, many, nth } from '@tocsin/testing/largest/large-world.js';

const teamId = nth('7e', 0);
const windowId = nth('3a', 0);
const services = many(maintenanceLimits.services, (n) => nth('5e', n));
const settings = {
  name: longName(),
  services,
  matchers: many(maintenanceLimits.matchers, (n) => ({
    label: `${n}`.padEnd(limits.matcherCharacters, '漢'),
    operator: '=' as const,
    value: longest(limits.matcherCharacters),
  })),
  from: '2026-11-22T03:12',
  to: '2026-11-22T04:12',
  zone: 'Europe/Berlin',
  rule: 'FREQ=DAILY'.padEnd(maintenanceLimits.ruleCharacters, ' '),
  behaviour: 'suppress' as const,
  coversEverything: true as const,
};
const planned: Fact = { type: 'MaintenancePlanned', data: { windowId, teamId, ...settings } };
const span = { from: '2026-11-22T02:12:00.000Z', until: '2026-11-22T03:12:00.000Z' };
const begun: Fact = { type: 'MaintenanceBegan', data: { windowId, teamId, ...span } };

const teamWorld = (): LargeWorld =>
  peopleWorld().has(
    `team-${teamId}`,
    { type: 'TeamCreated', data: { teamId, name: longName(), description: '' } },
    ...many(maintenanceLimits.services, (n) => serviceCreated(teamId, n)),
  );
const on = (data: object, ...more: readonly Fact[]): LargestCase => ({
  large: teamWorld().has(`maintenance-${windowId}`, planned, ...more),
  data: { windowId, ...data },
});

export const largest: LargestCases = {
  PlanMaintenance: () => ({ large: teamWorld(), data: { windowId, teamId, ...settings } }),
  ChangeMaintenance: () => on({ version: 1, ...settings, name: longName(1) }),
  SkipMaintenance: () => on({ from: span.from }),
  EndMaintenance: () => on({}, begun),
  RemoveMaintenance: () => on({}),
  TakeMaintenanceZones: () => ({
    large: teamWorld().has(`maintenance-${windowId}`, {
      type: 'MaintenancePlanned',
      data: { windowId, teamId, ...settings, zones: longest(16) },
    }),
    data: { windowId, zones: '2026c' },
    actor: bySystem,
  }),
  FollowMaintenance: () => ({ ...on({ what: 'end', dueAt: span.until }, begun), actor: bySystem }),
};
