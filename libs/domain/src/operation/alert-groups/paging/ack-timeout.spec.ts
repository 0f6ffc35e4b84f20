import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, methodOf, Scenario, contactsOfPerson, type Setting } from '../groups.fixture.js';

const heldScenario = (setting: Setting = {}, severity: 'critical' | 'warning' = 'critical'): Scenario => {
  const scenario = new Scenario(setting);
  scenario.receives(alertmanager([alertOf('Disk', { severity })]));
  scenario.act('AcknowledgeAlertGroup');
  scenario.news();
  return scenario;
};
const steps = (scenario: Scenario) => scenario.all('EscalationStepTaken').map(({ data }) => data.step);

describe('the ack timeout', () => {
  it('asks the holder at two thirds, quietly', () => {
    const scenario = heldScenario({
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 0],
          ],
        ),
      },
    });
    scenario.passes(20);
    expect(scenario.news().flatMap((event) => (event.type === 'PageStarted' ? [event.data] : []))).toMatchObject([
      { personId: ana, cause: { kind: 'reminder' }, urgency: 'low', everyMethod: false },
    ]);
  });

  it('fires again after thirty minutes: the holder first, five minutes later step 1', () => {
    const scenario = heldScenario();
    scenario.passes(30);
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null });
    expect(steps(scenario).at(-1)).toBe(0);
    expect(scenario.all('AlertGroupReturnedToFiring')[0]!.data).toMatchObject({ because: 'ack_timeout', from: { personId: ana } });
    expect(scenario.all('PageStarted').at(-1)!.data.cause).toEqual({ kind: 'holder_first', because: 'ack_timeout' });
    scenario.passes(5);
    expect(steps(scenario).at(-1)).toBe(1);
  });

  it('rings the holder loudly although the reminder still waits for a quiet method', () => {
    const scenario = heldScenario({
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 60],
          ],
        ),
      },
    });
    scenario.passes(30);
    expect(scenario.all('PageCancelled').at(-1)!.data.reason).toBe('delivery.superseded');
    expect(scenario.all('AttemptStarted').length).toBe(2);
    expect(scenario.row().paging).toEqual([ana]);
  });

  it('goes to step 1 at once when the holder can’t be paged any more', () => {
    const scenario = heldScenario();
    scenario.knows({ type: 'ContactMethodRemoved', data: { personId: ana, contactMethodId: methodOf(ana, 0) } });
    scenario.passes(30);
    expect(steps(scenario).slice(-2)).toEqual([1, 2]);
  });

  it.each([
    ['RenewAcknowledgement', {}],
    ['AcknowledgeAlertGroup', {}],
    ['AddNote', { text: 'Looking at the disks' }],
    ['AddResponder', { personId: bo }],
  ])('is renewed by the holder’s %s, and the reminder ends', (type, data) => {
    const scenario = heldScenario();
    scenario.passes(25);
    scenario.act(type, data);
    expect(
      scenario
        .ladder()
        .pages.filter(({ cause }) => cause.kind === 'reminder')
        .map(({ state }) => state),
    ).toEqual(['answered']);
    scenario.passes(29);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(1);
    expect(scenario.row().status).toBe('firing');
  });

  it('is not renewed by somebody else’s note', () => {
    const scenario = heldScenario();
    scenario.passes(25);
    scenario.act('AddNote', { text: 'Any news?' }, bo);
    scenario.passes(5);
    expect(scenario.row().status).toBe('firing');
  });

  it('is asked about again after a renewal, without every method', () => {
    const scenario = heldScenario({
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 0],
          ],
        ),
      },
    });
    scenario.passes(20);
    scenario.act('RenewAcknowledgement');
    scenario.passes(20);
    const reminders = scenario.all('PageStarted').filter(({ data }) => data.cause.kind === 'reminder');
    expect(reminders.map(({ data }) => data.everyMethod)).toEqual([false, false]);
  });

  it('is off for low urgency, and where the service says 0', () => {
    for (const scenario of [heldScenario({}, 'warning'), heldScenario({ service: { ackTimeoutMinutes: 0 } })]) {
      scenario.passes(24 * 60);
      expect(scenario.row().status).toBe('acknowledged');
    }
  });

  it('goes by the service’s own minutes', () => {
    const scenario = heldScenario({ service: { ackTimeoutMinutes: 12 } }, 'warning');
    scenario.passes(12);
    expect(scenario.row().status).toBe('firing');
  });

  it('is that of high urgency when a group that was opened low has become high', () => {
    const scenario = heldScenario({}, 'warning');
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(30);
    expect(scenario.row().status).toBe('firing');
  });
});
