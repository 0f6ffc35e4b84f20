import { alertmanager, alertOf, resolvedAlert } from '../../routing/signals.fixture.js';
import { ana, bo, pages, contactsOfPerson, Scenario, type Setting } from '../groups.fixture.js';

const steps = [pages([ana], { waitMinutes: 2 }), pages([bo])];
const fireAlert = (scenario: Scenario, severity: 'critical' | 'warning' = 'critical', key = 'one'): void =>
  scenario.receives(alertmanager([alertOf('Disk', { severity }), alertOf('Cpu', { severity })], { key }));
/** Its source reports it as resolved, listing one of two alerts: the other one is ending, and the escalation is postponed. */
const endAlert = (scenario: Scenario, key = 'one'): void =>
  scenario.receives(alertmanager([resolvedAlert('Cpu')], { key, action: 'resolve' }));
const minutesUntilEight = ({ world }: Scenario): number => (Date.parse('2026-11-21T08:00:00.000Z') - Date.parse(world.now)) / 60_000;

describe('a ring while all alerts of a group are ending', () => {
  it.each<[string, Setting, (scenario: Scenario) => void]>([
    [
      'by a rule that waits',
      { contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 1]]) } },
      (scenario) => {
        fireAlert(scenario);
        scenario.passes(0.5);
        endAlert(scenario);
      },
    ],
    [
      'in the morning',
      { lowWaits: true, climbLow: true, repeats: 0 },
      (scenario) => {
        fireAlert(scenario, 'warning');
        scenario.passes(minutesUntilEight(scenario) - 1);
        endAlert(scenario);
      },
    ],
    [
      'of a message that was held back for others',
      {},
      (scenario) => {
        fireAlert(scenario, 'critical', 'zero');
        scenario.act('AcknowledgeAlertGroup', {}, ana);
        fireAlert(scenario);
        scenario.passes(0.2);
        endAlert(scenario);
      },
    ],
  ])('%s does not make its next step come before they have resolved', (_when, setting, expectedStart) => {
    const scenario = new Scenario({ steps, ...setting });
    expectedStart(scenario);
    scenario.passes(20);
    expect(scenario.row().status).toBe('resolved');
    const pagedIds = scenario.all('PageStarted').map(({ data }) => data.personId);
    expect(pagedIds).toContain(ana);
    expect(pagedIds).not.toContain(bo);
  });
});
