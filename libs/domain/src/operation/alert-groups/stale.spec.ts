import { alertmanager, alertmanagerId, alertOf, serviceId } from '../routing/signals.fixture.js';
import { ana, bo, Scenario, pages, teamId } from './groups.fixture.js';

const hour = 60;
const reportSignal = (scenario: Scenario): void => scenario.receives(alertmanager([alertOf('Disk')]));
const openScenario = (setting = {}): Scenario => {
  const scenario = new Scenario({ steps: [pages([ana])], repeats: 0, noManager: true, ...setting });
  scenario.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'AM', kind: 'alertmanager' },
  });
  reportSignal(scenario);
  scenario.news();
  return scenario;
};
/** The sender repeats every four hours, this many times. */
const repeatScenario = (times: number, setting = {}): Scenario => {
  const scenario = openScenario(setting);
  for (let n = 0; n < times; n += 1) {
    scenario.passes(4 * hour);
    reportSignal(scenario);
  }
  scenario.news();
  return scenario;
};
const types = (scenario: Scenario) => scenario.types().filter((type) => /Stale|HeardAgain|ReturnedToFiring|EscalationStopped/.test(type));

describe('an alert group whose sender is silent', () => {
  it('is stale after twice the time in which it repeated itself, and pages nobody by the timer of its escalation', () => {
    const scenario = repeatScenario(3);
    scenario.passes(8 * hour + 31);
    expect(types(scenario)).toEqual(['AlertGroupWentStale', 'EscalationStopped']);
    expect(scenario.row()).toMatchObject({ status: 'firing', staleSince: '2026-11-21T15:12:00.000Z', next: null });
    scenario.passes(12 * hour);
    expect(scenario.paged()).toEqual([]);
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('is stale after a day where nobody knows how often it repeats itself', () => {
    const scenario = openScenario();
    scenario.passes(23.9 * hour);
    expect(scenario.row().staleSince).toBeUndefined();
    scenario.passes(hour);
    expect(scenario.row()).toMatchObject({ staleSince: '2026-11-21T03:12:00.000Z' });
  });

  it('takes several words at once for one: they say nothing of how often it repeats itself', () => {
    const scenario = openScenario();
    for (let n = 0; n < 5; n += 1) {
      scenario.passes(1);
      reportSignal(scenario);
    }
    scenario.passes(12 * hour);
    expect(scenario.row().staleSince).toBeUndefined();
  });

  it('is not unacknowledged by the timeout of its acknowledgement', () => {
    const scenario = repeatScenario(3, { service: { ackTimeoutMinutes: 9 * hour } });
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.news();
    scenario.passes(9 * hour + 1);
    expect(types(scenario)).toEqual(['AlertGroupWentStale']);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('is stale no longer by its next word, whose mere repeat tells so: what was stopped goes on', () => {
    const scenario = repeatScenario(3);
    scenario.passes(9 * hour);
    scenario.news();
    reportSignal(scenario);
    expect(scenario.types()).toContain('AlertGroupHeardAgain');
    expect(scenario.row().staleSince).toBeNull();
    scenario.passes(1);
    expect(scenario.all('PageStarted').at(-1)!.data.personId).toBe(ana);
  });

  it('has its acknowledgement timeout again by its next word', () => {
    const scenario = repeatScenario(3, { service: { ackTimeoutMinutes: 9 * hour } });
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.passes(9 * hour + 1);
    scenario.news();
    reportSignal(scenario);
    expect(scenario.types()).toEqual(expect.arrayContaining(['AlertGroupHeardAgain', 'AckTimeoutPlanned']));
  });

  it('pages at once for news, and by whatever a person asks for', () => {
    const scenario = repeatScenario(3, { steps: [pages([ana]), pages([bo])] });
    scenario.passes(9 * hour);
    scenario.news();
    scenario.act('EscalateAlertGroup', {}, ana);
    expect(scenario.paged()).not.toEqual([]);
    scenario.receives(alertmanager([alertOf('Disk'), alertOf('Memory')]));
    scenario.passes(1);
    expect(scenario.row().staleSince).toBeNull();
  });

  it('is no test, and none that a person opened', () => {
    const scenario = openScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.passes(48 * hour);
    expect(scenario.row().staleSince ?? null).toBeNull();
  });
});
