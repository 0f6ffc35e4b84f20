import { byOwner } from '../../../../configuration.fixture.js';
import type { PlannedMaintenanceRow } from '../../../../setup/maintenance/views.js';
import { addZoneTable } from '../../../../setup/schedules/shifts/zone-table.js';
import { serviceOf, teamId } from '../../groups.fixture.js';
import { QuietScenario, windowIdOf } from './quiet.fixture.js';

/** An older edition, in which Berlin stays at summer time: two hours ahead of UTC. */
addZoneTable({ version: '1999z', zones: 'Europe/Berlin 0;UTC 1', lists: '120;0' });

const windowId = windowIdOf(1);
const rowIn = ({ world }: QuietScenario) => world.rows<PlannedMaintenanceRow>('maintenanceWindows').get(windowId)!;

/** A window of 5:00 to 5:30 in Berlin, planned by a release with the older edition. It is 3:12 by UTC. */
const before = (): QuietScenario => {
  const scenario = new QuietScenario();
  const settings = { name: 'Upgrade', services: [serviceOf(0)], matchers: [], rule: 'FREQ=DAILY', behaviour: 'suppress' as const };
  const times = { from: '2026-11-21T05:00', to: '2026-11-21T05:30', zone: 'Europe/Berlin', zones: '1999z' };
  scenario.world.record(
    `maintenance-${windowId}`,
    [{ type: 'MaintenancePlanned', data: { windowId, teamId, ...settings, ...times } }],
    byOwner,
  );
  return scenario;
};

it('a window follows the edition that its fact names until an event says that a newer one counts', () => {
  const scenario = before();
  expect(rowIn(scenario).next[0]!.from.slice(11, 16)).toBe('03:00');
  scenario.fires('g1', 'Disk');
  const of = (type: string) => scenario.world.events.filter((event) => event.type === type).map(({ data }) => data);
  expect(of('MaintenanceZonesTaken')).toEqual([{ windowId, teamId, before: '1999z', zones: '2026c' }]);
  expect(rowIn(scenario).next[0]!.from.slice(11, 16)).toBe('04:00');
  scenario.passes(6);
  expect(scenario.row().status).toBe('firing');
  scenario.passes(45);
  expect(scenario.row().status).toBe('suppressed');
  expect(of('MaintenanceZonesTaken')).toHaveLength(1);
});
