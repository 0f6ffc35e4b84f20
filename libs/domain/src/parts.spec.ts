import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { MemoryTable } from '@tocsin/kernel/memory-table.js';
import { Table } from '@tocsin/kernel/table.js';
import { groupHeldBy, joined, policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const [own, other] = [team(0), team(1)] as const;
const people = (): LargeWorld => new LargeWorld().has('people-directory', joined(0, 'owner'), joined(1), joined(2));
const services = (n: number): LargeWorld => {
  const large = people().has(`team-${other}`, teamCreated(other, 'New'));
  const created = many(n, (at) => serviceCreated(own, at));
  return large.has(`team-${own}`, teamCreated(own, 'Old'), policyCreated(own, 0), policyCreated(own, 1), ...created);
};
const inHand = (n: number): LargeWorld => {
  const large = people();
  for (const at of many(n, (one) => one)) large.has(`alertGroup-${nth('6a', at)}`, ...groupHeldBy(at, person(1)));
  return large;
};
const namedIn = (n: number): LargeWorld =>
  people().has(`team-${own}`, teamCreated(own), ...many(n, (at): Fact => policyCreated(own, at, [person(1)])));

/** What a command and all that follows from it looked at: how often a whole table of memory or of a stream was gone over, and in how many decisions. */
const costOf = (large: LargeWorld, type: string, data: object) => {
  const spies = [
    jest.spyOn(MemoryTable.prototype, 'all'),
    jest.spyOn(MemoryTable.prototype, 'where'),
    jest.spyOn(Table.prototype, 'values'),
    jest.spyOn(Table.prototype, 'keys'),
  ];
  large.does({ type, data });
  const listings = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return { listings, decisions: new Set(large.decided.map(({ meta }) => meta.commandId)).size };
};

const leaves = { personId: person(1), replacementId: person(2), leaveGaps: false };
const few = limits.movedTogether / 2;
const most = 5 * limits.movedTogether;

describe('a command that goes on in parts', () => {
  it.each([
    ['services to another team', services, 'MoveAllToTeam', { teamId: own, toTeamId: other }, 5],
    ['services to another policy', services, 'MoveAllToPolicy', { teamId: own, policyId: nth('90', 0), toPolicyId: nth('90', 1) }, 2],
    ['policies to somebody else', namedIn, 'DisablePerson', leaves, 4],
  ] as const)('goes over the lists for each part, not for each of what it moves: %s', (_what, make, type, data, perDecision) => {
    const [small, large] = [costOf(make(few), type, data), costOf(make(most), type, data)];
    expect(small.listings).toBeLessThanOrEqual(perDecision * small.decisions + 10);
    expect(large.listings).toBeLessThanOrEqual(perDecision * large.decisions + 10);
    // each decision moves dozens
    expect(large.decisions).toBeLessThan(most / 20);
  });

  it('decides about each group that is let go once, and lists nothing for it', () => {
    const [small, large] = [costOf(inHand(few), 'DisablePerson', leaves), costOf(inHand(most), 'DisablePerson', leaves)];
    expect(large.decisions - small.decisions).toBe(most - few + most / limits.movedTogether - 1);
    expect(large.listings - small.listings).toBeLessThan(20);
  });
});
