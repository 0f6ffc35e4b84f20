// unit: full, more than one fact lists; parts.spec.ts and the specs of departures have less
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { HolderRow } from '../../operation/alert-groups/shared/held.js';
import { groupHeldBy, groupPaging, personJoined, policyCreated, teamCreated } from '@tocsin/testing/largest/facts.js';
import { LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import { replacementOf } from './shared/replacement.js';

const [owner, leaves, comes] = [person(0), person(1), person(2)] as const;

/** A person with many assigned groups, paged for many, and in many policies of two teams. */
const withMuch = (heldCount: number, pagedCount: number, places: number): LargeWorld => {
  const large = new LargeWorld();
  large.has('people-directory', personJoined(0, 'owner'), personJoined(1), personJoined(2));
  for (const n of [0, 1]) {
    const ownPlaces = many(places, (at) => at).filter((at) => at % 2 === n);
    large.has(`team-${team(n)}`, teamCreated(team(n), `Team ${n}`), ...ownPlaces.map((at) => policyCreated(team(n), at, [leaves, owner])));
  }
  for (const n of many(heldCount, (at) => at)) large.has(`alertGroup-${nth('6a', n)}`, ...groupHeldBy(n, leaves));
  for (const n of many(pagedCount, (at) => heldCount + at)) large.has(`alertGroup-${nth('6a', n)}`, ...groupPaging(n, leaves));
  return large;
};

describe('somebody who leaves more than one fact lists', () => {
  const large = withMuch(450, 250, 210);
  large.does({ type: 'DisablePerson', data: { personId: leaves, replacementId: comes, leaveGaps: false } });
  const { memory } = large.world;

  it('is told of in parts, each after the one before', () => {
    expect(large.all('PersonDisabled').map(({ standsIn }) => standsIn?.length)).toEqual([200]);
    expect(large.all('MoreLeftBehind').map(({ standsIn, more }) => [standsIn.length, more])).toEqual([[10, false]]);
    const released = large.all('PersonReleasedFromGroups').map(({ groups }) => groups);
    expect(released.map(({ length }) => length)).toEqual([200, 200, 200, 100]);
    expect(released.flat()).toEqual(many(700, (n) => nth('6a', n)));
    expect(large.size()).toBe('fits');
  });

  it('leaves nothing: what they had in hand fires, what paged them stops, and every policy names who takes their place', () => {
    expect(memory.rows<HolderRow>('held').where('holderId', leaves)).toEqual([]);
    expect(large.all('AlertGroupReturnedToFiring')).toHaveLength(450);
    expect(large.all('PageCancelled').filter(({ personId }) => personId === leaves)).toHaveLength(250);
    const policies = [...memory.rows<PolicyRow>('policies').all()];
    expect(policies.map(({ version }) => version)).toEqual(many(210, () => 2));
    expect(JSON.stringify(policies.map(({ steps }) => steps))).not.toContain(leaves);
    expect(replacementOf({ people: memory.rows('people') }, leaves)).toBe(comes);
    expect(large.world.refusals).toEqual([]);
  });

  it('is decided again the same, and nothing is missing', () => expect(large.replay()).toEqual([]));
});

describe('somebody who is back before all of it was told', () => {
  it('keeps the rest', () => {
    const large = withMuch(0, 0, 2);
    const after = { standsIn: null };
    const told = large.does({ type: 'TellLeftBehind', data: { personId: leaves, because: 'disabled', replacementId: null, after } });
    expect(told.kind).toBe('refused');
    const bySystem = { kind: 'system' as const, id: 'tocsin', roles: [] };
    large.has(`alertGroup-${nth('6a', 1)}`, ...groupHeldBy(1, leaves));
    const command = { type: 'TellLeftBehind', data: { personId: leaves, because: 'disabled', replacementId: null, after } };
    expect(large.does(command, bySystem).kind).toBe('nothing');
    const request = { personId: leaves, because: 'disabled' };
    const listCommand = { type: 'ListGroups', data: { fanOut: 'personReleased', cause: nth('fa', 0), request, after: null } };
    expect(large.does(listCommand, bySystem).kind).toBe('nothing');
  });
});
