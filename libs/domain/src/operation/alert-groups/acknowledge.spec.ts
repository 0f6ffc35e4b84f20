import { alertmanager, alertOf, pagerduty } from '../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, ola, pages, contactsOfPerson, rio, sam, zoe } from './groups.fixture.js';

const ringingScenario = (setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana, bo]), pages([mia])], ...setting });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(0.5);
  scenario.news();
  return scenario;
};
const resolveBySender = (scenario: Scenario) =>
  scenario
    .news()
    .flatMap((event) =>
      event.type === 'PageAnswered' || event.type === 'PageCancelled'
        ? [[event.type, event.data.personId, 'reason' in event.data ? event.data.reason : '']]
        : [],
    );

describe('acknowledging', () => {
  it('records who has it, answers their own page, cancels the others with the reason, and stops the climb', () => {
    const scenario = ringingScenario();
    const page = scenario.group().pages.find(({ personId }) => personId === ana)!;
    scenario.act('AcknowledgeAlertGroup');
    expect(scenario.all('AlertGroupAcknowledged')[0]!.data).toMatchObject({
      holder: { kind: 'person', personId: ana },
      pageId: page.pageId,
    });
    expect(resolveBySender(scenario)).toEqual([
      ['PageAnswered', ana, ''],
      ['PageCancelled', bo, 'delivery.cancelled_by_acknowledge'],
    ]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', next: null, paging: [] });
    expect(scenario.ladder()).toMatchObject({ state: 'stopped', because: 'acknowledged' });
  });

  it('lets nothing of a cancelled page be claimed afterwards', () => {
    const scenario = ringingScenario({
      contacts: {
        [bo]: contactsOfPerson(
          bo,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 2],
          ],
        ),
      },
    });
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(10);
    expect(scenario.types()).not.toContain('AttemptStarted');
  });

  it('records a second person’s acknowledge once, stops their phone, and says who has it and since when', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup');
    const since = scenario.world.now;
    scenario.passes(0.2);
    scenario.news();
    const holder = { kind: 'person', personId: ana };
    expect(scenario.act('AcknowledgeAlertGroup', {}, bo)).toMatchObject({
      kind: 'done',
      facts: [{ type: 'AlertGroupAcknowledgedToo', data: { by: { kind: 'person', personId: bo }, pageId: null, holder, since } }],
    });
    expect(scenario.act('AcknowledgeAlertGroup', {}, bo)).toEqual({ kind: 'nothing', says: { holder, since, mine: false } });
    expect(scenario.act('AcknowledgeAlertGroup', {}, ana)).toMatchObject({ kind: 'nothing', says: { mine: true } });
    expect(scenario.types()).toEqual(['AlertGroupAcknowledgedToo']);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder });
  });

  it('answers the page of somebody whom the holder called in', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('AddResponder', { personId: bo });
    scenario.news();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.types()).toEqual(['AlertGroupAcknowledgedToo', 'PageAnswered']);
    scenario.passes(10);
    expect(scenario.paged()).toEqual([]);
    scenario.act('AddResponder', { personId: bo });
    scenario.news();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(scenario.types()).toEqual(['AlertGroupAcknowledgedToo', 'PageAnswered']);
  });

  it('is refused once resolved, with time and resolver', () => {
    const scenario = ringingScenario();
    scenario.act('ResolveAlertGroup', {}, bo);
    const outcome = scenario.act('AcknowledgeAlertGroup');
    expect(outcome).toMatchObject({
      kind: 'refused',
      refused: { code: 'alert_group.already_resolved', params: { number: 1, resolvedAt: scenario.world.now, by: 'person', actorId: bo } },
    });
  });

  it('leaves pages of a step that says “notify others still”', () => {
    const scenario = ringingScenario({
      steps: [pages([ana, bo], { notifyOthersStill: true })],
      contacts: {
        [bo]: contactsOfPerson(
          bo,
          ['email', 'webhook'],
          [
            ['high', 0, 0],
            ['high', 1, 2],
          ],
        ),
      },
    });
    scenario.act('AcknowledgeAlertGroup');
    expect(resolveBySender(scenario)).toEqual([['PageAnswered', ana, '']]);
    scenario.passes(3);
    expect(scenario.all('AttemptStarted')).toHaveLength(3);
  });

  it('leaves pages that a person asked for', () => {
    const scenario = ringingScenario();
    scenario.act('AddResponder', { personId: sam });
    scenario.news();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(resolveBySender(scenario).map(([, person]) => person)).toEqual([ana, bo]);
    expect(scenario.row().paging).toEqual([sam]);
  });

  it('before anybody was rung stops the phones that would have', () => {
    const scenario = new Scenario();
    scenario.world.record(
      'inbox-n1',
      [{ type: 'SignalReceived', data: { ...alertmanager([alertOf('Disk')]), receivedAt: scenario.world.now } }],
      {
        kind: 'sender',
        id: 'x',
        roles: [],
      },
    );
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(15);
    expect(scenario.all('AttemptStarted')).toEqual([]);
  });
});

describe('a sender’s acknowledge', () => {
  const heldScenario = (): Scenario => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.receives(pagerduty('k', 'acknowledge'));
    return scenario;
  };

  it('makes the sender the holder, whom nobody asks, and whose time runs out', () => {
    const scenario = heldScenario();
    scenario.passes(29);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
    scenario.news();
    scenario.passes(1);
    const types = scenario.types();
    expect(scenario.all('HolderAsked')).toEqual([]);
    expect(types.slice(0, 3)).toEqual(['AlertGroupReturnedToFiring', 'EscalationStarted', 'EscalationStepPlanned']);
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
  });

  it('does not take it from a person', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.act('AcknowledgeAlertGroup');
    scenario.receives(pagerduty('k', 'acknowledge'));
    expect(scenario.row().holder).toEqual({ kind: 'person', personId: ana });
  });

  it('is no earlier holder to be rung first when there is news', () => {
    const scenario = heldScenario();
    scenario.receives(pagerduty('k', 'trigger', { fingerprint: 'k2', name: 'Other' }));
    expect(scenario.row().status).toBe('firing');
    expect(scenario.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
  });
});

describe('two people at once', () => {
  it('take over: the new holder has it, from whom is recorded, and their time begins', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(10);
    scenario.act('TakeOverAlertGroup', {}, bo);
    expect(scenario.all('AlertGroupTakenOver')[0]!.data).toMatchObject({ from: { personId: ana }, holder: { personId: bo } });
    expect(scenario.row().holder).toEqual({ kind: 'person', personId: bo });
    scenario.passes(29);
    expect(scenario.row().status).toBe('acknowledged');
    expect(scenario.act('TakeOverAlertGroup', {}, bo).kind).toBe('nothing');
  });

  it('take over of what nobody has is an acknowledge', () => {
    const scenario = ringingScenario();
    scenario.act('TakeOverAlertGroup', {}, bo);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo } });
  });

  it('join: once, beside the holder', () => {
    const scenario = ringingScenario();
    expect(scenario.refusal(scenario.act('JoinAlertGroup', {}, bo))).toBe('alert_group.not_acknowledged');
    scenario.act('AcknowledgeAlertGroup');
    expect(scenario.act('JoinAlertGroup', {}, ana).kind).toBe('nothing');
    scenario.act('JoinAlertGroup', {}, bo);
    expect(scenario.act('JoinAlertGroup', {}, bo).kind).toBe('nothing');
    expect(scenario.row()).toMatchObject({ holder: { personId: ana }, responders: [bo] });
  });
});

describe('giving it back', () => {
  it('waits ten seconds, then takes the step that it had reached', () => {
    const scenario = new Scenario();
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.passes(6);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.news();
    scenario.act('UnacknowledgeAlertGroup', {}, bo);
    expect(scenario.row()).toMatchObject({ status: 'firing', next: { step: 2 } });
    scenario.passes(9 / 60);
    expect(scenario.paged()).toEqual([]);
    scenario.passes(1 / 60);
    expect(scenario.paged()).toEqual([bo]);
  });

  it('is given back to the person who had it, where a resolve is taken back', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'person', personId: bo } });
  });

  it('fires after an undone resolve where no one held it: whoever held it earlier is not asked', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.act('UnacknowledgeAlertGroup', {}, bo);
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null });
  });

  it('is assigned to the person who reopens what someone else resolved, not to the one who held it', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    scenario.act('ResolveAlertGroup', {}, bo);
    scenario.act('ReopenAlertGroup', { iHaveIt: true, asBefore: true }, ana);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { kind: 'person', personId: ana } });
  });

  it('begins at step 1 when none was taken', () => {
    const scenario = new Scenario();
    scenario.receives(pagerduty('k'));
    scenario.act('ResolveAlertGroup');
    scenario.act('ReopenAlertGroup', { iHaveIt: true });
    scenario.act('UnacknowledgeAlertGroup');
    expect(scenario.row().next).toMatchObject({ step: 1 });
  });

  it('can be taken again within the ten seconds, and nobody was rung', () => {
    const scenario = ringingScenario();
    scenario.act('AcknowledgeAlertGroup');
    scenario.act('UnacknowledgeAlertGroup');
    scenario.passes(5 / 60);
    scenario.news();
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(5);
    expect(scenario.paged()).toEqual([]);
  });

  it('is refused when nobody has it, and once it is resolved', () => {
    const scenario = ringingScenario();
    expect(scenario.refusal(scenario.act('UnacknowledgeAlertGroup'))).toBe('alert_group.not_acknowledged');
    scenario.act('ResolveAlertGroup');
    expect(scenario.refusal(scenario.act('UnacknowledgeAlertGroup'))).toBe('alert_group.already_resolved');
  });
});

describe('whoever wants to act', () => {
  it.each([
    ['an owner', ola, null],
    ['a manager of any team', mia, null],
    ['a responder of the team', bo, null],
    ['a responder of another team', rio, 'permission.denied'],
    ['a member whom nobody paged', sam, 'permission.denied'],
    ['an observer', zoe, 'permission.denied'],
  ])('%s', (_, personId, code) => {
    const scenario = new Scenario({ steps: [pages([ana])] });
    scenario.receives(alertmanager([alertOf('Disk')]));
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', {}, personId))).toBe(code);
  });

  it('may when paged for it, though a member of nothing', () => {
    const scenario = ringingScenario();
    scenario.act('AddResponder', { personId: sam });
    expect(scenario.act('AcknowledgeAlertGroup', {}, sam).kind).toBe('done');
  });

  it('needs a group that is there', () => {
    const scenario = ringingScenario();
    expect(scenario.refusal(scenario.act('AcknowledgeAlertGroup', { groupId: ana }))).toBe('alert_group.not_found');
  });
});
