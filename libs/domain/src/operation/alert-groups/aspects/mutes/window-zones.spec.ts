import { byOwner, bySystem } from '../../../../configuration.fixture.js';
import type { PlannedMaintenanceRow } from '../../../../setup/maintenance/views.js';
import { addZoneTable } from '../../../../setup/schedules/shifts/zone-table.js';
import { serviceOf, teamId } from '../../groups.fixture.js';
import { QuietScenario, windowIdOf } from './quiet.fixture.js';

/** An older edition, in which Berlin stays at summer time: two hours ahead of UTC. */
addZoneTable({ version: '1999z', zones: 'Europe/Berlin 0;UTC 1', lists: '120;0' });
/** Another one, with the same rules as the newest has in this winter. */
addZoneTable({ version: '1998z', zones: 'Europe/Berlin 0;UTC 1', lists: '60;0' });

const windowId = windowIdOf(1);
const rowIn = ({ world }: QuietScenario) => world.rows<PlannedMaintenanceRow>('maintenanceWindows').get(windowId)!;

/** A window of 5:00 to 5:30 in Berlin, planned by a release with the older edition. It is 3:12 by UTC. */
const before = (zones = '1999z'): QuietScenario => {
  const scenario = new QuietScenario();
  const settings = { name: 'Upgrade', services: [serviceOf(0)], matchers: [], rule: 'FREQ=DAILY', behaviour: 'suppress' as const };
  const times = { from: '2026-11-21T05:00', to: '2026-11-21T05:30', zone: 'Europe/Berlin', zones };
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

it.each([['1998z'], ['2999z']])('a window that takes place goes on under another edition that says the same (%s)', (zones) => {
  const scenario = before(zones);
  const { world } = scenario;
  const event = (type: 'MaintenanceBegan', from: string, until: string) =>
    world.record(`maintenance-${windowId}`, [{ type, data: { windowId, teamId, from, until } }], bySystem);
  world.now = '2026-11-21T04:01:00.000Z';
  event('MaintenanceBegan', '2026-11-21T04:00:00.000Z', '2026-11-21T04:30:00.000Z');
  scenario.passes(1);
  const of = (type: string) => world.events.filter((one) => one.type === type);
  expect(of('MaintenanceBegan')).toHaveLength(1);
  expect(of('MaintenanceZonesTaken')).toHaveLength(zones === '1998z' ? 1 : 0);
  expect(rowIn(scenario)).toMatchObject({ state: 'active', current: { until: '2026-11-21T04:30:00.000Z' } });
  scenario.passes(40);
  expect([of('MaintenanceBegan').length, of('MaintenanceEnded').length]).toEqual([1, 1]);
});
