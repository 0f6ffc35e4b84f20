import { idOf } from '../../configuration.fixture.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, pages, contactsOfPerson, teamId, zoe } from './groups.fixture.js';

/** A group assigned to Ana. */
const heldScenario = (setting: ConstructorParameters<typeof Scenario>[0] = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana])], ...setting });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.act('AcknowledgeAlertGroup', {}, ana);
  scenario.news();
  return scenario;
};
const toBo = (scenario: Scenario) => scenario.act('ReassignAlertGroup', { personId: bo }, ana);

describe('reassigning', () => {
  it('pages the other, and leaves it with whoever has it until they accept', () => {
    const scenario = heldScenario();
    toBo(scenario);
    expect(scenario.paged()).toEqual([bo]);
    expect(scenario.row()).toMatchObject({ holder: { personId: ana }, reassigning: { personId: bo } });
  });

  it.each([
    ['acknowledging', 'AcknowledgeAlertGroup'],
    ['taking it over', 'TakeOverAlertGroup'],
    ['answering', 'AnswerPage'],
  ])('is accepted by %s', (_how, type) => {
    const scenario = heldScenario();
    toBo(scenario);
    const { pageId } = scenario.group().pages.at(-1)!;
    scenario.act(type, type === 'AnswerPage' ? { pageId } : {}, bo);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo }, paging: [] });
    expect(scenario.row()).not.toHaveProperty('reassigning');
    expect(scenario.all('AlertGroupTakenOver').map(({ data }) => [data.from, data.accepted])).toEqual([
      [{ kind: 'person', personId: ana }, true],
    ]);
    scenario.passes(6);
    expect(scenario.all('ReassignmentLapsed')).toEqual([]);
  });

  it('that nobody accepts in five minutes stays where it is, and says so', () => {
    const scenario = heldScenario({
      contacts: {
        [bo]: contactsOfPerson(
          bo,
          ['email'],
          [
            ['high', 0, 0],
            ['high', 0, 15],
          ],
        ),
      },
    });
    toBo(scenario);
    scenario.news();
    scenario.passes(5);
    expect(scenario.all('ReassignmentLapsed').map(({ data }) => [data.personId, data.holder])).toEqual([
      [bo, { kind: 'person', personId: ana }],
    ]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana }, paging: [] });
    expect(scenario.row()).not.toHaveProperty('reassigning');
    expect(scenario.all('PageStarted').at(-1)!.data).toMatchObject({
      personId: ana,
      quiet: true,
      cause: { kind: 'not_accepted', personId: bo },
    });
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('ends when somebody else takes it over, it is snoozed, or it fires again', () => {
    const takenScenario = heldScenario();
    toBo(takenScenario);
    takenScenario.act('TakeOverAlertGroup', {}, mia);
    expect(takenScenario.row()).toMatchObject({ holder: { personId: mia }, paging: [] });
    const snoozed = heldScenario();
    toBo(snoozed);
    snoozed.act('SnoozeAlertGroup', { minutes: 30 }, ana);
    expect(snoozed.row()).toMatchObject({ status: 'snoozed', paging: [] });
    const givenBack = heldScenario();
    toBo(givenBack);
    givenBack.act('UnacknowledgeAlertGroup', {}, ana);
    for (const scenario of [takenScenario, snoozed, givenBack]) {
      expect(scenario.row()).not.toHaveProperty('reassigning');
      scenario.passes(6);
      expect(scenario.all('ReassignmentLapsed')).toEqual([]);
      expect(scenario.idleTimers()).toEqual([]);
    }
  });

  it('to another asks the first one no more', () => {
    const scenario = heldScenario();
    toBo(scenario);
    scenario.act('ReassignAlertGroup', { personId: mia }, ana);
    expect(scenario.row()).toMatchObject({ paging: [mia], reassigning: { personId: mia } });
  });

  it('is refused where the other can’t be paged, and is taking over where it is oneself', () => {
    const scenario = heldScenario({ contacts: { [bo]: [] } });
    expect(scenario.refusal(toBo(scenario))).toBe('person.not_reachable');
    expect(scenario.refusal(scenario.act('ReassignAlertGroup', { personId: zoe }, ana))).toBe('person.observes');
    scenario.act('ReassignAlertGroup', { personId: mia }, mia);
    expect(scenario.row()).toMatchObject({ holder: { personId: mia } });
    scenario.act('UnacknowledgeAlertGroup', {}, mia);
    expect(scenario.refusal(scenario.act('ReassignAlertGroup', { personId: ana }, mia))).toBe('alert_group.not_acknowledged');
  });
});

describe('adding responders', () => {
  const team = { kind: 'team', teamId } as const;
  const person = (personId: string) => ({ kind: 'person', personId }) as const;

  it('pages all whom the targets mean, each once, although somebody has it', () => {
    const scenario = heldScenario();
    scenario.act('AddResponders', { targets: [person(bo), team] }, mia);
    expect(scenario.paged().toSorted()).toEqual([ana, bo, mia].toSorted());
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
  });

  it('names who can’t be reached, and is refused where that is everybody', () => {
    const scenario = heldScenario({ contacts: { [bo]: [] } });
    expect(scenario.refusal(scenario.act('AddResponders', { targets: [person(bo)] }, mia))).toBe('person.not_reachable');
    scenario.act('AddResponders', { targets: [person(bo), person(mia)] }, ana);
    expect(scenario.all('RespondersAdded').map(({ data }) => data.notReachable)).toEqual([
      [{ personId: bo, reason: 'delivery.no_method' }],
    ]);
    expect(scenario.paged()).toEqual([mia]);
  });

  it('is refused where the targets mean nobody at the moment', () => {
    const scenario = heldScenario();
    const emptyTeamId = idOf('7ec');
    scenario.knows({ type: 'TeamCreated', data: { teamId: emptyTeamId, name: 'Storage', description: '' } });
    const outcome = scenario.act('AddResponders', { targets: [{ kind: 'team', teamId: emptyTeamId }] }, mia);
    expect(outcome).toMatchObject({ refused: { code: 'alert_group.nobody_behind_targets', path: 'targets' } });
    expect(scenario.paged()).toEqual([]);
  });
});
