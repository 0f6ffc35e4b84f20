import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { integration, serviceCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, longest, longName, many, nth } from '@tocsin/testing/largest/large-world.js';
import { peopleWorld } from '@tocsin/testing/largest/small-world.js';

/** As many, escaped, as all rules may have together. */
const valueCharacters = 78;
const largestRules = many(routeLimits.rulesPerIntegration, (n) => ({
  ruleId: nth('70', n),
  rows: [[{ label: `${n}`.padEnd(limits.matcherCharacters, '漢'), operator: '=' as const, value: longest(valueCharacters) }]],
  outcome: { kind: 'service' as const, serviceId: nth('5e', 0), postTo: nth('5b', 7_000) },
  isOn: true,
}));
const teamId = nth('7e', 0);
const team: Fact = { type: 'TeamCreated', data: { teamId, name: longName(), description: '' } };
const subscription: Fact = {
  type: 'EventSubscriptionCreated',
  data: {
    subscriptionId: nth('5b', 7_000),
    teamId: null,
    name: '#ops',
    kinds: [],
    host: 'C0OPS',
    addressRef: 'a',
    secretRef: 's',
    after: 0,
  },
};
const routedWorld = (): LargeWorld =>
  peopleWorld()
    .has(`team-${teamId}`, team, serviceCreated(teamId, 0), ...integration(teamId, 0))
    .has(`eventSubscription-${nth('5b', 7_000)}`, subscription);

export const largest: LargestCases = {
  ChangeRoutes: () => ({ large: routedWorld(), data: { teamId, integrationId: nth('17', 0), version: 0, rules: largestRules } }),
  ChangeOrganisationRoutes: () => ({ large: routedWorld(), data: { version: 0, rules: largestRules } }),
};
