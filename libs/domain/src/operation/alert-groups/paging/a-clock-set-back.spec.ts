import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, pages, serviceOf } from '../groups.fixture.js';

const setBack = ({ world }: Scenario, hours: number): void => {
  world.now = addMillis(world.now, -hours * duration.hour);
};
let names = 0;
const openGroup = (one: Scenario, service = 0): void => {
  names += 1;
  one.receives({ ...alertmanager([alertOf(`Disk${names}`)], { key: `g${names}` }), serviceId: serviceOf(service) });
};

describe('a clock that was set back by an hour', () => {
  it('lets nobody count as paged a moment ago: the next round pages them again', () => {
    const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
    openGroup(scenario);
    setBack(scenario, 1);
    scenario.act('EscalateAlertGroup', {}, bo);
    scenario.passes(4.9);
    scenario.news();
    scenario.passes(0.2);
    expect(scenario.paged()).toEqual([ana]);
  });

  it('uses up no exception, and makes no first page of a service a later one', () => {
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 600 })], services: 4 });
    for (const service of [0, 1, 2]) openGroup(scenario, service);
    setBack(scenario, 1);
    for (const service of [0, 1, 2]) openGroup(scenario, service);
    const since = scenario.all('AttemptStarted').filter(({ meta }) => meta.at < '2026-11-21T03:00:00.000Z');
    expect(since.map(({ data }) => data.ring?.exempt ?? false)).toEqual([false, true, true]);
  });
});
