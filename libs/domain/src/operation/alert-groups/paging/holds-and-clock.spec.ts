import type { Fact } from '@tocsin/contracts/catalogue.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import { alertmanager, alertmanagerId, alertOf } from '../../routing/signals.fixture.js';
import { ana, Scenario, teamId } from '../groups.fixture.js';

const hold = (n: number, value: string, holdMinutes: number) => ({
  ruleId: idOf(`10${n}`),
  rows: [[{ label: 'alertname', operator: '=' as const, value }]],
  outcome: { kind: 'default' as const, holdMinutes },
  isOn: true,
});
const holds: Fact = {
  type: 'RoutesChanged',
  data: { teamId, integrationId: alertmanagerId, version: 1, rules: [hold(1, 'Disk', 5), hold(2, 'Memory', 15)] },
};

describe('alerts that a rule holds when the clock is set back', () => {
  it('are held no longer, also where the first hold of their group was due by either clock', () => {
    const scenario = new Scenario();
    scenario.knows(holds);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' }), alertOf('Memory', { severity: 'critical' })]));
    const { world } = scenario;
    const from = addMillis(world.now, 330_000);
    // the hold of the disk has ended at its minute, but its timer was not reached yet
    world.now = addMillis(from, -180_000);
    world.run({ type: 'RecordClockStep', data: { from, to: world.now } }, { actor: bySystem });
    scenario.passes(0);
    expect(scenario.all('HoldEnded').map(({ data }) => data.next)).toEqual([null]);
    expect(scenario.row()).toMatchObject({ status: 'firing', paging: [ana] });
  });
});
