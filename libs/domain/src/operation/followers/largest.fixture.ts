import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import * as followerLimits from '@tocsin/contracts/followers/limits.js';
import { groupHeldBy, personJoined, policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import type { FollowedRow } from './followed-row.js';

const serviceId = nth('5e', 0);
const follows = (n: number): Fact => ({ type: 'ServiceFollowed', data: { personId: person(n), serviceId, contactMethodId: nth('c0', n) } });

const heldHere = (n: number): readonly Fact[] =>
  groupHeldBy(n, person(0)).map((fact) => (fact.type === 'AlertGroupOpened' ? { ...fact, data: { ...fact.data, serviceId } } : fact));

export const largest: LargestCases = {
  NotifyFollowers: () => {
    const large = new LargeWorld().has('people-directory', ...many(contactLimits.followersPerService, (n) => personJoined(n)));
    large.has(`team-${team(0)}`, teamCreated(team(0)), policyCreated(team(0), 0, [person(0)]), serviceCreated(team(0), 0));
    for (const n of many(contactLimits.followersPerService, (at) => at)) large.has(`person-${person(n)}`, follows(n));
    for (const n of many(followerLimits.groupsRemembered, (at) => at)) large.has(`alertGroup-${nth('6a', n)}`, ...heldHere(n));
    const { due } = large.world.memory.rows<FollowedRow>('followedServices').get(serviceId)!;
    return { large, data: { serviceId, ...due }, actor: bySystem };
  },
};
