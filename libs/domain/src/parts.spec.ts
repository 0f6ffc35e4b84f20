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

/** Rows that are listed of tables of memory and of streams while this works, and how often. */
const listed = (work: () => void): { readonly rows: number; readonly listings: number } => {
  let [rows, listings] = [0, 0];
  const listing = <T extends Iterable<unknown>>(found: T): T => {
    rows += [...found].length;
    listings += 1;
    return found;
  };
  const { all, where, whereAfter } = MemoryTable.prototype;
  const { keys, first, inOrder } = Table.prototype;
  const spies = [
    jest.spyOn(MemoryTable.prototype, 'all').mockImplementation(function (this: MemoryTable<unknown>) {
      return listing([...all.call(this)]);
    }),
    jest.spyOn(MemoryTable.prototype, 'where').mockImplementation(function (this: MemoryTable<unknown>, ...by) {
      return listing(where.apply(this, by));
    }),
    jest.spyOn(MemoryTable.prototype, 'whereAfter').mockImplementation(function* (this: MemoryTable<unknown>, ...by) {
      listings += 1;
      for (const row of whereAfter.apply(this, by)) {
        rows += 1;
        yield row;
      }
    }),
    jest.spyOn(Table.prototype, 'keys').mockImplementation(function (this: Table<unknown>) {
      return listing(keys.call(this));
    }),
    jest.spyOn(Table.prototype, 'first').mockImplementation(function (this: Table<unknown>, count) {
      return listing(first.call(this, count));
    }),
    jest.spyOn(Table.prototype, 'inOrder').mockImplementation(function (this: Table<unknown>, some) {
      listing(some);
      return inOrder.call(this, some);
    }),
  ];
  work();
  for (const spy of spies) spy.mockRestore();
  return { rows, listings };
};

/** What a command and all that follows from it looked at, and in how many decisions. */
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
