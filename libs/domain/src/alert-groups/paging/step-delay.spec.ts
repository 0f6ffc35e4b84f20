import { alertmanager, alertOf, over } from '../../routing/signals.fixture.js';
import { ana, bo, pages, reachedBy, Scenario, type Setting } from '../groups.fixture.js';

const steps = [pages([ana], { waitMinutes: 2 }), pages([bo])];
const fires = (scenario: Scenario, severity: 'critical' | 'warning' = 'critical', key = 'one'): void =>
  scenario.receives(alertmanager([alertOf('Disk', { severity }), alertOf('Cpu', { severity })], { key }));
/** Its source reports it as resolved, listing one of two alerts: the other one is ending, and the escalation is postponed. */
const ends = (scenario: Scenario, key = 'one'): void => scenario.receives(alertmanager([over('Cpu')], { key, action: 'resolve' }));
const untilEight = ({ world }: Scenario): number => (Date.parse('2026-11-21T08:00:00.000Z') - Date.parse(world.now)) / 60_000;

describe('a ring while all alerts of a group are ending', () => {
  it.each<[string, Setting, (scenario: Scenario) => void]>([
    [
      'by a rule that waits',
      { contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 1]]) } },
      (scenario) => {
        fires(scenario);
        scenario.passes(0.5);
        ends(scenario);
      },
    ],
    [
      'in the morning',
      { lowWaits: true, climbLow: true, repeats: 0 },
      (scenario) => {
        fires(scenario, 'warning');
        scenario.passes(untilEight(scenario) - 1);
        ends(scenario);
      },
    ],
    [
      'of a message that was held back for others',
      {},
      (scenario) => {
        fires(scenario, 'critical', 'zero');
        scenario.act('AcknowledgeAlertGroup', {}, ana);
        fires(scenario);
        scenario.passes(0.2);
        ends(scenario);
      },
    ],
  ])('%s does not make its next step come before they have resolved', (_when, setting, begins) => {
    const scenario = new Scenario({ steps, ...setting });
    begins(scenario);
    scenario.passes(20);
    expect(scenario.row().status).toBe('resolved');
    const paged = scenario.all('PageStarted').map(({ data }) => data.personId);
    expect(paged).toContain(ana);
    expect(paged).not.toContain(bo);
  });
});
