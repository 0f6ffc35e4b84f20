import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { idOf } from '../../../configuration.fixture.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, personJoined, mia, pages, contactsOfPerson, teamId, type Setting } from '../groups.fixture.js';

const scheduleId = idOf('5c');
const rota: Target = { kind: 'schedule', scheduleId };
const team: Target = { kind: 'team', teamId };
const stepOn = (...targets: Target[]) => ({ ...pages([]), targets });

/** From three o’clock, an hour each: Ana until four, then Bo. */
const scheduleCreated: Fact = {
  type: 'ScheduleCreated',
  data: {
    teamId,
    scheduleId,
    name: 'Payments primary',
    externalKey: null,
    timeZone: 'UTC',
    zones: '2026c',
    layers: [
      {
        layerId: idOf('1a'),
        name: 'Primary',
        timeZone: null,
        priority: 0,
        from: null,
        rotation: {
          slots: [ana, bo].map((personId, n) => ({ slotId: idOf(`5${n}`), people: [personId] })),
          length: { unit: 'hours', count: 1 },
          anchor: '2026-11-21T03:00:00.000Z',
          countsCoveredTimeOnly: false,
        },
        restrictions: [],
      },
    ],
  },
};
const scenarioWith = (setting: Setting, ...facts: readonly Fact[]) => {
  const scenario = new Scenario(setting);
  scenario.knows(scheduleCreated, ...facts);
  scenario.receives(alertmanager([alertOf('DiskFull')]));
  return scenario;
};
const takenSteps = (scenario: Scenario) => scenario.all('EscalationStepTaken').map(({ data }) => data);
const outcomes = ({ targets }: FactOf<'EscalationStepTaken'>) => targets.flatMap(({ persons }) => persons.map(({ outcome }) => outcome));

describe('a schedule as a target', () => {
  it('is whoever is on call at that moment, with the reason', () => {
    const scenario = scenarioWith({ steps: [stepOn(rota), stepOn({ kind: 'next_on_call', scheduleId })] });
    expect(scenario.paged()).toEqual([ana]);
    expect(scenario.row().pagingBy).toEqual({ [ana]: scheduleId });
    expect(takenSteps(scenario)[0]!.targets[0]!.persons[0]).toMatchObject({
      onCall: { scheduleId, version: 1, why: { kind: 'rotation', slotId: idOf('50'), to: '2026-11-21T04:00:00.000Z' } },
    });
    scenario.passes(5);
    expect(scenario.paged()).toEqual([bo]);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('that was removed, or has nobody, is nobody: the next step follows at once', () => {
    const scheduleRemoved: Fact = { type: 'ScheduleRemoved', data: { teamId, scheduleId, name: 'Payments primary' } };
    const scenario = scenarioWith({ steps: [stepOn(rota), pages([bo])] }, scheduleRemoved);
    expect(scenario.paged()).toEqual([bo]);
    expect(takenSteps(scenario)[0]).toMatchObject({ step: 1, empty: true });
  });

  it('is whoever follows when the person it found is disabled', () => {
    const scenario = scenarioWith({ steps: [{ ...stepOn(rota), waitMinutes: 120 }] });
    expect(scenario.paged()).toEqual([ana]);
    scenario.passes(50);
    const { groupId } = scenario.group();
    scenario.act(
      'ReleasePerson',
      { groupId, personId: ana, reason: 'delivery.person_disabled' },
      { kind: 'system', id: 'tocsin', roles: [] },
    );
    // since four it is Bo’s turn
    expect(scenario.paged().at(-1)).toBe(bo);
  });

  it('beside a person who is in it pages them once', () => {
    const scenario = scenarioWith({ steps: [stepOn({ kind: 'person', personId: ana }, rota)] });
    expect(scenario.paged()).toEqual([ana]);
    expect(outcomes(takenSteps(scenario)[0]!)).toEqual(['paged', 'continued']);
  });
});

describe('a team as a target', () => {
  it('is all its members', () => {
    const scenario = scenarioWith({ steps: [stepOn(team)] });
    expect(scenario.paged().toSorted()).toEqual([ana, bo, mia].toSorted());
  });

  it('that is larger than one decision calls is paged in parts, at once, and everybody once', () => {
    const crowd = Array.from({ length: 2 * alertGroupLimits.calledTogether }, (_, n) => idOf(`c0${String(n).padStart(3, '0')}`));
    const facts = crowd.flatMap((personId): readonly Fact[] => [
      personJoined(personId),
      ...contactsOfPerson(personId, ['email']),
      { type: 'TeamMemberAdded', data: { teamId, personId, role: 'responder' } },
    ]);
    const scenario = scenarioWith({ steps: [stepOn(team), pages([bo])] }, ...facts);
    const pagedPeople = scenario.paged();
    expect([pagedPeople.length, new Set(pagedPeople).size]).toEqual([crowd.length + 3, crowd.length + 3]);
    expect(scenario.all('PeopleCalledInPart').map(({ data }) => [data.whom, data.part, data.dueAt === null])).toEqual([
      ['step', 1, false],
      ['step', 2, false],
      ['step', 3, true],
    ]);
    expect(takenSteps(scenario).every((step) => outcomes(step).length <= alertGroupLimits.calledTogether)).toBe(true);
    scenario.passes(5);
    expect(scenario.row().next).toMatchObject({ round: 2, step: 1 });
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('nobody of which can be reached is empty', () => {
    const noContacts = Object.fromEntries([ana, bo, mia].map((personId) => [personId, []]));
    const scenario = scenarioWith({ steps: [stepOn(team)], contacts: noContacts });
    expect(takenSteps(scenario)[0]).toMatchObject({ step: 1, empty: true });
  });
});
