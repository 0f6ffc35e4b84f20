import type { Fact } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, pages, reachedBy, type Setting } from '../groups.fixture.js';

/** The world begins at 03:12 UTC, everyone’s time zone unless changed here. */
const lives = (personId: string, timeZone: string): Fact => ({ type: 'PersonTimeZoneChanged', data: { personId, timeZone } });

const opened = (setting: Setting = {}, ...facts: readonly Fact[]): Harbour => {
  const harbour = new Harbour({ lowWaits: true, ...setting });
  harbour.knows(...facts);
  harbour.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
  return harbour;
};
/** Who was rung, and when on that day. */
const rings = (harbour: Harbour): readonly string[] => {
  const whose = new Map(harbour.all('PageStarted').map(({ data }) => [data.pageId, data.personId === ana ? 'ana' : 'bo']));
  return harbour.all('AttemptStarted').map(({ data, meta }) => `${whose.get(data.pageId)} ${meta.at.slice(11, 16)}`);
};

describe('low urgency that waits for the morning', () => {
  it('leaves whoever sleeps to sleep, by the clock of their own zone, and says so', () => {
    const harbour = opened();
    expect(harbour.all('PageStarted')).toMatchObject([
      { data: { personId: ana, waits: { until: '2026-11-21T08:00:00.000Z', timeZone: 'UTC', zones: '2026c' } } },
    ]);
    expect(harbour.row()).toMatchObject({ paging: [ana], asleep: { [ana]: '2026-11-21T08:00:00.000Z' } });
    expect(harbour.ladder().pages).toMatchObject([{ waitsUntil: '2026-11-21T08:00:00.000Z' }]);
    harbour.passes(24 * 60);
    expect(rings(harbour)).toEqual(['ana 08:00']);
    expect(harbour.row().asleep).toBeUndefined();
  });

  it('rings at once whoever is awake', () => {
    expect(rings(opened({}, lives(ana, 'Asia/Tokyo')))).toEqual(['ana 03:12']);
  });

  it('begins with the morning of somebody whose clock is changed that night', () => {
    const harbour = new Harbour({ lowWaits: true });
    harbour.knows(lives(ana, 'Europe/Berlin'));
    // 2027-03-28 00:12 in Berlin; at 02:00 the clock jumps to 03:00
    harbour.passes((Date.parse('2027-03-27T23:12:00.000Z') - Date.parse(harbour.world.now)) / 60_000);
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'warning', startsAt: '2027-03-27T23:12:00.000Z' })]));
    expect(harbour.all('PageStarted')[0]!.data.waits).toMatchObject({ until: '2027-03-28T06:00:00.000Z' });
  });

  it('counts a person’s rules from their morning, also one that they change meanwhile', () => {
    const contacts = {
      [ana]: reachedBy(
        ana,
        ['email', 'webhook'],
        [
          ['low', 0, 0],
          ['low', 1, 10],
        ],
      ),
    };
    const harbour = opened({ contacts });
    const { ruleId } = harbour.all('NotificationRuleAdded').at(-1)!.data;
    harbour.knows({ type: 'NotificationRuleChanged', data: { personId: ana, ruleId, delayMinutes: 30 } });
    harbour.passes(24 * 60);
    expect(rings(harbour)).toEqual(['ana 08:00', 'ana 08:30']);
  });

  it('counts the wait of a step from when the first of it is rung', () => {
    const harbour = opened({ climbLow: true, repeats: 0, steps: [pages([ana]), pages([bo])] });
    expect(harbour.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T08:05:00.000Z' });
    harbour.passes(5 * 60);
    expect(rings(harbour).slice(0, 2)).toEqual(['ana 08:00', 'bo 08:05']);
  });

  it('waits for nobody’s morning where somebody of the step is awake', () => {
    const harbour = opened({ climbLow: true, steps: [pages([ana, bo]), pages([ana])] }, lives(bo, 'Asia/Tokyo'));
    expect(harbour.row().next).toMatchObject({ step: 2, dueAt: '2026-11-21T03:17:00.000Z' });
  });

  it('rings at once when the urgency rises', () => {
    const harbour = opened();
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'warning' }), alertOf('Fire')]));
    expect(rings(harbour)).toEqual(['ana 03:12']);
    expect(harbour.row().asleep).toBeUndefined();
  });

  it('rings at once whom somebody asks for', () => {
    const harbour = opened({ steps: [pages([ana]), pages([bo])] });
    harbour.act('EscalateAlertGroup');
    expect(rings(harbour)).toContain('bo 03:12');
  });

  it('rings nobody about what is over by then', () => {
    const harbour = opened();
    harbour.act('ResolveAlertGroup', {}, bo);
    harbour.passes(24 * 60);
    expect(rings(harbour)).toEqual([]);
  });

  it('is for the policy to say: others page at any time, and high urgency does', () => {
    const other = new Harbour({});
    other.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    expect(rings(other)).toEqual(['ana 03:12']);
    const high = new Harbour({ lowWaits: true });
    high.receives(alertmanager([alertOf('Fire')]));
    expect(rings(high)).toEqual(['ana 03:12']);
  });
});
