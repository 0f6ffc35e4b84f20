import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import { MemoryTable } from '@tocsin/kernel/rows/memory-table.js';
import { Table } from '@tocsin/kernel/rows/table.js';
import { groupHeldBy, personJoined, policyCreated, serviceCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import { byTier } from '@tocsin/testing/tier.js';

const [own, other] = [team(0), team(1)] as const;
const people = (): LargeWorld => new LargeWorld().has('people-directory', personJoined(0, 'owner'), personJoined(1), personJoined(2));
const services = (n: number): LargeWorld => {
  const large = people().has(`team-${other}`, teamCreated(other, 'New'));
  const createdServices = many(n, (at) => serviceCreated(own, at));
  return large.has(`team-${own}`, teamCreated(own, 'Old'), policyCreated(own, 0), policyCreated(own, 1), ...createdServices);
};
const worldWithGroups = (n: number): LargeWorld => {
  const large = people();
  for (const at of many(n, (one) => one)) large.has(`alertGroup-${nth('6a', at)}`, ...groupHeldBy(at, person(1)));
  return large;
};
const worldWithNames = (n: number): LargeWorld =>
  people().has(`team-${own}`, teamCreated(own), ...many(n, (at): Fact => policyCreated(own, at, [person(1)])));

type Method = (...args: readonly unknown[]) => Iterable<unknown>;
const ways: readonly (readonly [table: object, method: string])[] = [
  ...['all', 'where', 'whereAfter'].map((method) => [MemoryTable.prototype, method] as const),
  ...['keys', 'first', 'inOrder'].map((method) => [Table.prototype, method] as const),
];

/** How many rows of memory tables and streams are read during a call, and how often lists of them are requested. */
const countListed = (work: () => void): { readonly rows: number; readonly listings: number } => {
  let [rows, listings] = [0, 0];
  const countRows = function* (iterable: Iterable<unknown>): Generator {
    for (const row of iterable) {
      rows += 1;
      yield row;
    }
  };
  const spies = ways.map(([table, method]) => {
    const real = Reflect.get(table, method) as Method;
    const spy = jest.spyOn(table as Record<string, Method>, method);
    return spy.mockImplementation(function (this: unknown, ...given) {
      listings += 1;
      const result = Reflect.apply(real, this, given);
      return Array.isArray(result) ? [...countRows(result)] : countRows(result);
    });
  });
  work();
  for (const spy of spies) spy.mockRestore();
  return { rows, listings };
};

/** The rows read by a command and everything that follows from it, and the number of decisions. */
const costOf = (large: LargeWorld, type: string, data: object) => ({
  ...countListed(() => large.does({ type, data })),
  decisions: new Set(large.decided.map(({ meta }) => meta.commandId)).size,
});

const leaveOptions = { personId: person(1), replacementId: person(2), leaveGaps: false };
const few = teamLimits.movedTogether / 2;
const most = 5 * teamLimits.movedTogether;
/** Of what takes long: two parts in the short run. */
const fewer = byTier({ short: 2, full: 5, deep: 5 }) * teamLimits.movedTogether;
const movingCases = [
  ['services to another team', fewer, services, 'MoveAllToTeam', { teamId: own, toTeamId: other }],
  ['services to another policy', fewer, services, 'MoveAllToPolicy', { teamId: own, policyId: nth('90', 0), toPolicyId: nth('90', 1) }],
  ['policies to somebody else', fewer, worldWithNames, 'DisablePerson', leaveOptions],
  ['groups that are let go', most, worldWithGroups, 'DisablePerson', leaveOptions],
] as const;

describe('a command that goes on in parts', () => {
  it.each(movingCases)('looks at twice as many rows for twice as much that it moves: %s', (_what, count, make, type, data) => {
    const [half, whole] = [costOf(make(count / 2), type, data), costOf(make(count), type, data)];
    expect(whole.rows).toBeLessThanOrEqual(2.5 * half.rows);
  });

  it.each(movingCases.slice(0, 3))('decides about dozens at once: %s', (_what, count, make, type, data) => {
    expect(costOf(make(count), type, data).decisions).toBeLessThan(count / 20);
  });

  it('decides about each group that is let go once, and lists nothing for it', () => {
    const [small, large] = [
      costOf(worldWithGroups(few), 'DisablePerson', leaveOptions),
      costOf(worldWithGroups(most), 'DisablePerson', leaveOptions),
    ];
    expect(large.decisions - small.decisions).toBe(most - few + most / alertGroupLimits.sizes.listedTogether - 1);
    expect(large.listings - small.listings).toBeLessThan(20);
  });
});
