import type { Fact } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, pages, contactsOfPerson, type Setting } from '../groups.fixture.js';

/** The world begins at 03:12 UTC, everyone’s time zone unless changed here. */
const lives = (personId: string, timeZone: string): Fact => ({ type: 'PersonTimeZoneChanged', data: { personId, timeZone } });

const openScenario = (setting: Setting = {}, ...facts: readonly Fact[]): Scenario => {
  const scenario = new Scenario({ lowWaits: true, ...setting });
  scenario.knows(...facts);
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
  return scenario;
};
/** Who was paged, and when on that day. */
const rings = (scenario: Scenario): readonly string[] => {
  const personOfPage = new Map(scenario.all('PageStarted').map(({ data }) => [data.pageId, data.personId === ana ? 'ana' : 'bo']));
  return scenario.all('AttemptStarted').map(({ data, meta }) => `${personOfPage.get(data.pageId)} ${meta.at.slice(11, 16)}`);
};

describe('low urgency that waits for the morning', () => {
  it('leaves whoever sleeps to sleep, by the clock of their own zone, and says so', () => {
    const scenario = openScenario();
    expect(scenario.all('PageStarted')).toMatchObject([
      { data: { personId: ana, waits: { until: '2026-11-21T08:00:00.000Z', timeZone: 'UTC', zones: '2026c' } } },
    ]);
    expect(scenario.row()).toMatchObject({ paging: [ana], asleep: { [ana]: '2026-11-21T08:00:00.000Z' } });
    expect(scenario.ladder().pages).toMatchObject([{ waitsUntil: '2026-11-21T08:00:00.000Z' }]);
    scenario.passes(24 * 60);
    expect(rings(scenario)).toEqual(['ana 08:00']);
    expect(scenario.row().asleep).toBeUndefined();
  });

  it('rings at once whoever is awake', () => {
    expect(rings(openScenario({}, lives(ana, 'Asia/Tokyo')))).toEqual(['ana 03:12']);
  });

  it('begins with the morning of somebody whose clock is changed that night', () => {
    const scenario = new Scenario({ lowWaits: true });
    scenario.knows(lives(ana, 'Europe/Berlin'));
    // 2027-03-28 00:12 in Berlin; at 02:00 the clock jumps to 03:00
    scenario.passes((Date.parse('2027-03-27T23:12:00.000Z') - Date.parse(scenario.world.now)) / 60_000);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning', startsAt: '2027-03-27T23:12:00.000Z' })]));
    expect(scenario.all('PageStarted')[0]!.data.waits).toMatchObject({ until: '2027-03-28T06:00:00.000Z' });
  });

  it('counts a person’s rules from their morning, also one that they change meanwhile', () => {
    const contacts = {
      [ana]: contactsOfPerson(
        ana,
        ['email', 'webhook'],
        [
          ['low', 0, 0],
          ['low', 1, 10],
        ],
      ),
    };
    const scenario = openScenario({ contacts });
    const { ruleId } = scenario.all('NotificationRuleAdded').at(-1)!.data;
    scenario.knows({ type: 'NotificationRuleChanged', data: { personId: ana, ruleId, delayMinutes: 30 } });
    scenario.passes(24 * 60);
    expect(rings(scenario)).toEqual(['ana 08:00', 'ana 08:30']);
  });

  it('counts the wait of a step from when the first of it is rung', () => {
    const scenario = openScenario({ climbLow: true, repeats: 0, steps: [pages([ana]), pages([bo])] });
    expect(scenario.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T08:05:00.000Z' });
    scenario.passes(5 * 60);
    expect(rings(scenario).slice(0, 2)).toEqual(['ana 08:00', 'bo 08:05']);
  });

  it('waits for nobody’s morning where somebody of the step is awake', () => {
    const scenario = openScenario({ climbLow: true, steps: [pages([ana, bo]), pages([ana])] }, lives(bo, 'Asia/Tokyo'));
    expect(scenario.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T03:17:00.000Z' });
  });

  it('rings at once when the urgency rises', () => {
    const scenario = openScenario();
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'warning' }), alertOf('Fire')]));
    expect(rings(scenario)).toEqual(['ana 03:12']);
    expect(scenario.row().asleep).toBeUndefined();
  });

  it('rings at once whom somebody asks for', () => {
    const scenario = openScenario({ steps: [pages([ana]), pages([bo])] });
    scenario.act('EscalateAlertGroup');
    expect(rings(scenario)).toContain('bo 03:12');
  });

  it('rings nobody about what is over by then', () => {
    const scenario = openScenario();
    scenario.act('ResolveAlertGroup', {}, bo);
    scenario.passes(24 * 60);
    expect(rings(scenario)).toEqual([]);
  });

  it('is for the policy to say: others page at any time, and high urgency does', () => {
    const other = new Scenario({});
    other.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    expect(rings(other)).toEqual(['ana 03:12']);
    const high = new Scenario({ lowWaits: true });
    high.receives(alertmanager([alertOf('Fire')]));
    expect(rings(high)).toEqual(['ana 03:12']);
  });
});
