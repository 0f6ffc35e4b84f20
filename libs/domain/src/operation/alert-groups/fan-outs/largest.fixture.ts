import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { groupOpened } from '@tocsin/testing/largest/crowd.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, type LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import { departureWorld, disabled } from '../../../setup/people/largest.fixture.js';
import { largeTeam } from '../../../setup/teams/largest.fixture.js';

const list = (large: LargeWorld, fanOut: string, request: object): LargestCase => ({
  large,
  data: { fanOut, cause: nth('fa', 0), request, after: null },
  actor: bySystem,
});

/** With more open groups than one event lists. */
const withOpenGroups = (large: LargeWorld): LargeWorld => {
  for (const groupId of many(alertGroupLimits.sizes.listedTogether + 1, (n) => nth('6c', n)))
    large.has(`alertGroup-${groupId}`, groupOpened(groupId));
  return large;
};
const clockStep = { from: '2026-11-23T03:12:00.000Z', to: '2026-11-22T03:12:00.000Z' };

export const largest: LargestCases = {
  'ListGroups, of who leaves': () => list(departureWorld(disabled), 'personReleased', { personId: person(1), because: 'disabled' }),
  'ListGroups, of a policy': () =>
    list(withOpenGroups(largeTeam()), 'policyApplied', { teamId: team(0), policyId: nth('90', 0), version: 2, serviceId: null }),
  'ListGroups, of contacts': () => list(departureWorld(), 'contactsChanged', { personId: person(1) }),
  'ListGroups, of mutes': () => list(withOpenGroups(largeTeam()), 'mutesApplied', { kind: 'silence', teamId: team(0) }),
  'ListGroups, of a clock': () => list(withOpenGroups(departureWorld()), 'clockSetBack', clockStep),
};
