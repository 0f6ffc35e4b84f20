import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { MemoryTable } from '@tocsin/kernel/rows/memory-table.js';
import { Table } from '@tocsin/kernel/rows/table.js';
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

type Method = (...given: readonly unknown[]) => Iterable<unknown>;
const ways: readonly (readonly [table: object, method: string])[] = [
  ...['all', 'where', 'whereAfter'].map((method) => [MemoryTable.prototype, method] as const),
  ...['keys', 'first', 'inOrder'].map((method) => [Table.prototype, method] as const),
];

/** How many rows of memory tables and streams are read during a call, and how often lists of them are requested. */
const listed = (work: () => void): { readonly rows: number; readonly listings: number } => {
  let [rows, listings] = [0, 0];
  const counted = function* (found: Iterable<unknown>): Generator {
    for (const row of found) {
      rows += 1;
      yield row;
    }
  };
  const spies = ways.map(([table, method]) => {
    const real = Reflect.get(table, method) as Method;
    const spy = jest.spyOn(table as Record<string, Method>, method);
    return spy.mockImplementation(function (this: unknown, ...given) {
      listings += 1;
      const found = Reflect.apply(real, this, given);
      return Array.isArray(found) ? [...counted(found)] : counted(found);
    });
  });
  work();
  for (const spy of spies) spy.mockRestore();
  return { rows, listings };
};

/** The rows read by a command and everything that follows from it, and the number of decisions. */
const costOf = (large: LargeWorld, type: string, data: object) => ({
  ...listed(() => large.does({ type, data })),
  decisions: new Set(large.decided.map(({ meta }) => meta.commandId)).size,
});

const leaves = { personId: person(1), replacementId: person(2), leaveGaps: false };
const few = limits.movedTogether / 2;
const most = 5 * limits.movedTogether;
const moving = [
  ['services to another team', services, 'MoveAllToTeam', { teamId: own, toTeamId: other }],
  ['services to another policy', services, 'MoveAllToPolicy', { teamId: own, policyId: nth('90', 0), toPolicyId: nth('90', 1) }],
  ['policies to somebody else', namedIn, 'DisablePerson', leaves],
  ['groups that are let go', inHand, 'DisablePerson', leaves],
] as const;

describe('a command that goes on in parts', () => {
  it.each(moving)('looks at twice as many rows for twice as much that it moves: %s', (_what, make, type, data) => {
    const [half, whole] = [costOf(make(most / 2), type, data), costOf(make(most), type, data)];
    expect(whole.rows).toBeLessThanOrEqual(2.5 * half.rows);
  });

  it.each(moving.slice(0, 3))('decides about dozens at once: %s', (_what, make, type, data) => {
    expect(costOf(make(most), type, data).decisions).toBeLessThan(most / 20);
  });

  it('decides about each group that is let go once, and lists nothing for it', () => {
    const [small, large] = [costOf(inHand(few), 'DisablePerson', leaves), costOf(inHand(most), 'DisablePerson', leaves)];
    expect(large.decisions - small.decisions).toBe(most - few + most / limits.movedTogether - 1);
    expect(large.listings - small.listings).toBeLessThan(20);
  });
});
