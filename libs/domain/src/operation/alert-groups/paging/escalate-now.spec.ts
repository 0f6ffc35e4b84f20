import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, mia, pages, contactsOfPerson, sam, type Setting } from '../groups.fixture.js';

const three = [pages([ana]), pages([bo]), pages([sam])];
const openScenario = (setting: Setting = {}): Scenario => {
  const scenario = new Scenario({ steps: three, ...setting });
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const rungs = (scenario: Scenario) => scenario.all('EscalationStepTaken').map(({ data: { round, step } }) => `${round}.${step}`);
/** The methods by which a person was paged, in minutes since the group opened. */
const rings = (scenario: Scenario, personId: string) =>
  scenario
    .ladder()
    .pages.filter((page) => page.personId === personId && !page.quiet)
    .flatMap(({ attempts }) => attempts)
    .filter(({ startedAt }) => startedAt !== null)
    .map(({ startedAt, because }) => [(Date.parse(startedAt!) - Date.parse(scenario.row().openedAt)) / 60_000, because]);

describe('escalating now', () => {
  it('takes the next step at once; its wait counts from now', () => {
    const scenario = openScenario();
    scenario.passes(2);
    scenario.act('EscalateAlertGroup');
    scenario.passes(4.9);
    expect(rungs(scenario)).toEqual(['1.1', '1.2']);
    scenario.passes(0.1);
    expect(rungs(scenario)).toEqual(['1.1', '1.2', '1.3']);
  });

  it('goes on after the last step with step 1 of the next round', () => {
    const scenario = openScenario({ steps: [pages([ana]), pages([bo])], repeats: 0 });
    for (let n = 0; n < 2; n += 1) scenario.act('EscalateAlertGroup', {}, mia);
    expect(rungs(scenario)).toEqual(['1.1', '1.2', '2.1']);
  });

  it('goes on with step 1 of the next round once managers and owners are called', () => {
    const scenario = openScenario({ steps: [pages([ana])], repeats: 0 });
    scenario.passes(6);
    scenario.act('EscalateAlertGroup', {}, bo);
    expect(rungs(scenario)).toEqual(['1.1', '1.exhausted', '2.1']);
  });

  it('does not wait for the holder, who comes first after a timeout', () => {
    const scenario = openScenario({ steps: [pages([bo])], repeats: 0 });
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(31);
    expect(rungs(scenario)).toEqual(['1.1', '2.0']);
    scenario.act('EscalateAlertGroup', {}, mia);
    expect(rungs(scenario)).toEqual(['1.1', '2.0', '2.1']);
  });

  it('makes it fire again where somebody had it, and stops the phone of whoever asks', () => {
    const scenario = openScenario({ steps: [pages([ana, bo]), pages([sam])] });
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.act('EscalateAlertGroup', {}, ana);
    expect(scenario.row()).toMatchObject({ status: 'firing', holder: null, paging: [sam], next: { round: 2, step: 1 } });
    expect(scenario.all('AlertGroupReturnedToFiring')[0]!.data).toMatchObject({ because: 'escalated', from: { personId: ana } });
  });

  it('stops the own phone of whoever asks, and nobody else’s', () => {
    const scenario = openScenario({
      steps: [pages([ana, bo]), pages([sam])],
      contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 9]]) },
    });
    scenario.act('EscalateAlertGroup', {}, ana);
    const stateOf = (personId: string) => scenario.group().pages.find((page) => page.personId === personId)!.state;
    expect([stateOf(ana), stateOf(bo), stateOf(sam)]).toEqual(['answered', 'running', 'running']);
  });

  it('rings who is being paged already by what rings at once; what their rules have for later rings when it would have', () => {
    const contacts = {
      [bo]: contactsOfPerson(
        bo,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 4],
        ],
      ),
    };
    const scenario = openScenario({ steps: [pages([bo]), pages([bo, sam])], contacts });
    scenario.passes(2);
    scenario.act('EscalateAlertGroup', {}, mia);
    scenario.passes(4);
    expect(rings(scenario, bo)).toEqual([
      [0, 'rule'],
      [4, 'rule'],
      [2, 'escalated'],
    ]);
    expect(scenario.all('PageStarted').filter(({ data }) => data.personId === bo)).toHaveLength(1);
  });

  it('does not ring anew what is about to ring', () => {
    const scenario = new Scenario({ steps: [pages([bo]), pages([bo])] });
    scenario.provider = () => null;
    scenario.receives(alertmanager([alertOf('Disk')]));
    scenario.act('EscalateAlertGroup', {}, mia);
    expect(rings(scenario, bo)).toEqual([[0, 'every_method']]);
  });

  it('takes one step where low urgency does not climb', () => {
    const scenario = new Scenario({ steps: three });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    scenario.act('EscalateAlertGroup', {}, mia);
    expect([rungs(scenario), scenario.row().next]).toEqual([['1.1', '1.2'], null]);
  });

  it('is refused where nobody of any step can be paged, and once it is over', () => {
    const unreachedScenario = openScenario({
      contacts: Object.fromEntries([ana, bo, sam].map((personId) => [personId, contactsOfPerson(personId, [])])),
    });
    expect(unreachedScenario.refusal(unreachedScenario.act('EscalateAlertGroup', {}, mia))).toBe('alert_group.nobody_to_escalate_to');
    const scenario = openScenario();
    scenario.act('ResolveAlertGroup');
    expect(scenario.refusal(scenario.act('EscalateAlertGroup'))).toBe('alert_group.already_resolved');
  });
});
