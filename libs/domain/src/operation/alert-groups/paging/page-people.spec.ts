import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { personJoined, teamCreated } from '@tocsin/testing/largest/facts.js';
import { actorWithRole, LargeWorld, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import { groupOpened, paging } from '@tocsin/testing/largest/crowd.js';

const groupId = nth('6a', 0);
const stream = `alertGroup-${groupId}`;
const email = (personId: string, n: number): Fact => ({
  type: 'ContactMethodAdded',
  data: { personId, contactMethodId: nth('c0', n), kind: 'email', address: '', verified: true, secretRef: null },
});

/** A team without a policy: its managers, the first two of whom can’t be reached, and then the owners. */
const teamOf = (managers: number, owners = 1): LargeWorld => {
  const large = new LargeWorld();
  const all = many(managers + owners, (n) => n);
  large.has('people-directory', ...all.map((n) => personJoined(n, n < managers ? 'member' : 'owner')));
  for (const n of all.slice(2)) large.has(`person-${person(n)}`, email(person(n), n));
  const members = all
    .slice(0, managers)
    .map((n): Fact => ({ type: 'TeamMemberAdded', data: { teamId: team(0), personId: person(n), role: 'manager' } }));
  return large.has(`team-${team(0)}`, teamCreated(team(0)), ...members);
};
const beginEscalation = (large: LargeWorld): LargeWorld =>
  large.has(stream, groupOpened(groupId, { policy: null, serviceId: null, teamId: team(0) }), {
    type: 'EscalationStepPlanned',
    data: { groupId, round: 1, step: 'exhausted', dueAt: large.world.now },
  });
const calledPeople = (large: LargeWorld): string[] => large.all('PageStarted').map(({ personId }) => personId);
const parts = (large: LargeWorld) => large.all('PeopleCalledInPart').map(({ whom, part, dueAt }) => [whom, part, dueAt !== null]);

describe('more managers than one decision calls', () => {
  const large = beginEscalation(teamOf(112));
  large.world.advance(0);

  it('are all called at once, part by part, each person once', () => {
    expect(calledPeople(large)).toEqual(many(110, (n) => person(n + 2)));
    expect(parts(large)).toEqual([
      ['managers', 1, true],
      ['managers', 2, true],
      ['managers', 3, false],
    ]);
    expect(large.size()).toBe('fits');
  });

  it('stand on one rung of the ladder, those who can’t be reached too', () => {
    const { rungs } = large.world.rows<LadderRow>('ladders').get(groupId)!;
    expect(rungs.map(({ step, targets }) => [step, targets.map(({ persons }) => persons.length)])).toEqual([['exhausted', [112]]]);
  });

  it('are followed by the owners after five minutes, and by another round', () => {
    large.world.advance(policyLimits.ownersAfterManagers);
    expect(large.all('EscalationStepTaken').at(-1)).toMatchObject({ step: 'owners' });
    expect(large.world.nextDue()).toBeDefined();
  });

  it('is decided again the same, and nothing is missing', () => expect(large.replay()).toEqual([]));
});

it('calls nobody more once somebody has it', () => {
  const large = beginEscalation(teamOf(112));
  large.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: { kind: 'person', id: person(112), roles: ['owner'] } });
  large.world.advance(0);
  expect(calledPeople(large)).toEqual([]);
  const half = beginEscalation(teamOf(112));
  const ring = (): void => {
    const due = half.world.events.find(({ type }) => type === 'EscalationStepPlanned');
    const data = { groupId, round: 1, step: 'exhausted', dueAt: half.world.now, plannedBy: due!.id };
    half.world.run({ type: 'TakeEscalationStep', data }, { actor: { kind: 'system', id: 'tocsin', roles: [] } });
  };
  ring();
  half.world.run({ type: 'AcknowledgeAlertGroup', data: { groupId } }, { actor: { kind: 'person', id: person(112), roles: ['owner'] } });
  half.world.advance(60_000);
  expect(calledPeople(half)).toHaveLength(alertGroupLimits.calledTogether);
  expect(half.all('PageCancelled')).toHaveLength(alertGroupLimits.calledTogether);
});

it('calls at most so many of a role, and says how many there are beside them', () => {
  const large = beginEscalation(teamOf(2, 232));
  large.world.advance(0);
  expect(new Set(calledPeople(large)).size).toBe(alertGroupLimits.calledOfRole);
  const [managers, owners] = large.all('EscalationStepTaken')[0]!.targets;
  expect([managers!.persons.length, managers!.more, owners!.more]).toEqual([2, undefined, 232 - alertGroupLimits.calledOfRole]);
});

it('tells everybody who was rung that it is over, part by part and each once, but who resolved it', () => {
  const large = teamOf(112);
  const pagedFacts = many(112, (n) => person(n)).flatMap((id) => paging(groupId, id, { kind: 'escalation', round: 1, step: 1 }));
  large.has(stream, groupOpened(groupId, { policy: null, serviceId: null, teamId: team(0) }), ...pagedFacts);
  const before = calledPeople(large).length;
  large.does({ type: 'ResolveAlertGroup', data: { groupId } }, { kind: 'person', id: person(5), roles: ['owner'] });
  large.world.advance(0);
  const notifiedPeople = calledPeople(large).slice(before);
  expect(notifiedPeople.toSorted()).toEqual(many(110, (n) => person(n + 2)).filter((id) => id !== person(5)));
  expect(parts(large)).toEqual([
    ['told', 1, true],
    ['told', 2, true],
    ['told', 3, false],
  ]);
  expect(large.all('PageCancelled')).toHaveLength(111);
  expect(large.replay()).toEqual([]);
});

it('pages so many by hand at one moment, and says why no more', () => {
  const large = teamOf(3);
  const otherPages = many(alertGroupLimits.pagedByHand, (n) =>
    paging(groupId, person(1_000 + n), { kind: 'person', by: person(0) }),
  ).flat();
  large.has(stream, groupOpened(groupId, { policy: null, serviceId: null, teamId: team(0) }), ...otherPages);
  const owner = actorWithRole(person(3));
  const one = large.does({ type: 'AddResponder', data: { groupId, personId: person(2) } }, owner);
  const responders = large.does({ type: 'AddResponders', data: { groupId, targets: [{ kind: 'person', personId: person(2) }] } }, owner);
  for (const outcome of [one, responders]) expect(outcome).toMatchObject({ kind: 'refused', refused: { code: 'limit.paged_by_hand' } });
});
