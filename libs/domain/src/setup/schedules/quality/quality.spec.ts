import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { ana, bo, cleo, idOf } from '../../../configuration.fixture.js';
import { scheduleId, scheduleRules, weekly } from '../facts.fixture.js';
import { qualityOf, type Quality } from './quality.js';

const hour = 3_600_000;
/** The Monday on which Ana’s first week begins. */
const now = '2026-11-16T08:00:00.000Z';

const slotsOf = (...people: readonly (readonly string[])[]): LayerSetting['rotation'] => ({
  ...weekly.rotation,
  slots: people.map((of, n) => ({ slotId: idOf(`5${n}`), people: [...of] })),
});
const row = (layers: readonly LayerSetting[], more: Partial<ScheduleRow> = {}): ScheduleRow => ({
  id: scheduleId,
  teamId: idOf('7ea'),
  name: 'Payments primary',
  externalKey: null,
  removed: false,
  version: 1,
  zones: '2026c',
  timeZone: scheduleRules.timeZone,
  versions: [{ version: 1, effectiveFrom: now, timeZone: scheduleRules.timeZone, layers: [...layers], rotations: [] }],
  overrides: [],
  temporary: [],
  ...more,
});

function qualityWithin(of: ScheduleRow, zones: Readonly<Record<string, string>> = {}, holidays: readonly string[] = []): Quality {
  return qualityOf(of, now, (personId) => ({ timeZone: zones[personId], holidays }));
}
const of = ({ people }: Quality, personId: string) => people.find((load) => load.personId === personId)!;
const days = (from: string, to: string) => ({ weekdays: [], times: { from, to } });

describe('the year ahead of a schedule', () => {
  it('is even between two who take turns, and covered all the time', () => {
    const quality = qualityWithin(row([weekly]));
    expect(quality).toMatchObject({ covered: 1, balance: 1, overloaded: [], intendedGaps: 0, gaps: { count: 0, total: 0, first: [] } });
    // Ana has the night that lacks an hour, Bo the one with an hour twice
    const [anas, bos] = [of(quality, ana), of(quality, bo)];
    expect(anas).toMatchObject({ percent: 100, inRotation: true, shifts: 26, onCall: (26 * 168 - 1) * hour, nights: (26 * 70 - 1) * hour });
    expect(bos).toMatchObject({ shifts: 26, onCall: (26 * 168 + 1) * hour, weekends: (26 * 48 + 1) * hour });
  });

  it('counts by shares: who works half of the time is even with half of the weeks', () => {
    const layer = { ...weekly, rotation: slotsOf([ana], [bo], [ana]) };
    expect(qualityWithin(row([layer])).balance).toBeCloseTo(0.5, 1);
    const halved = qualityWithin(row([layer], { shares: [{ personId: bo, percent: 50 }] }));
    expect(halved.balance).toBeGreaterThan(0.95);
    expect(of(halved, bo).percent).toBe(50);
    expect(halved.overloaded).toEqual([]);
  });

  it('has gaps where nobody chose that there be one', () => {
    const everybody = { kind: 'remove_everybody' as const, personId: null, replacesId: null, reason: '' };
    const closedDay = { ...everybody, overrideId: idOf('0a'), from: '2026-11-17T09:00:00.000Z', to: '2026-11-17T12:00:00.000Z' };
    const quality = qualityWithin(row([{ ...weekly, restrictions: [days('09:00', '17:00')] }], { overrides: [closedDay] }));
    expect(quality.gaps).toMatchObject({ count: 364, first: { length: scheduleLimits.gapsListed } });
    expect(quality.gaps.first[0]).toEqual({ from: '2026-11-16T16:00:00.000Z', to: '2026-11-17T08:00:00.000Z' });
    expect(quality.intendedGaps).toBe(3 * hour);
    expect(quality.covered).toBeCloseTo(8 / 24, 3);
  });

  it('names who has the nights, by the clock of their own zone', () => {
    const byDay = { ...weekly, rotation: slotsOf([ana]), restrictions: [days('08:00', '20:00')] };
    const byNight = { ...weekly, layerId: idOf('1b'), rotation: slotsOf([bo]), restrictions: [days('20:00', '08:00')] };
    const quality = qualityWithin(row([byDay, byNight]));
    expect([of(quality, ana).nights, of(quality, bo).nights / hour]).toEqual([0, 364 * 10]);
    expect(quality.overloaded).toEqual([{ personId: bo, of: 'nights', percentMore: null }]);
    // 20:00 in Berlin is 06:00 or 08:00 of the next day in Auckland: at most two hours of it are Bo’s night
    expect(of(qualityWithin(row([byDay, byNight]), { [bo]: 'Pacific/Auckland' }), bo).nights).toBeLessThan(364 * 3 * hour);
    expect(of(qualityWithin(row([byDay, byNight]), { [bo]: 'Nowhere/Land' }), bo).nights / hour).toBe(364 * 10);
  });

  it('counts holidays by the day of whoever has them', () => {
    // a Friday of Bo’s; the day of a handoff at 09:00; one beyond the year
    const quality = qualityWithin(row([weekly]), {}, ['2026-12-25', '2026-11-23', '2028-12-25']);
    expect([of(quality, ana).holidays / hour, of(quality, bo).holidays / hour]).toEqual([9, 24 + 15]);
    const farAway = qualityWithin(row([weekly]), { [ana]: 'Pacific/Auckland' }, ['2026-11-23']);
    expect([of(farAway, ana).holidays / hour, of(farAway, bo).holidays / hour]).toEqual([21, 15]);
  });

  it('names who has far more than the others, and leaves out who only stands in once', () => {
    const cover = { kind: 'replace' as const, personId: cleo, replacesId: ana, reason: '' };
    const stoodIn = { ...cover, overrideId: idOf('0a'), from: '2026-11-17T08:00:00.000Z', to: '2026-11-18T08:00:00.000Z' };
    const quality = qualityWithin(row([{ ...weekly, rotation: slotsOf([ana], [ana], [bo]) }], { overrides: [stoodIn] }));
    expect(quality.overloaded.map(({ personId, of: burden }) => [personId, burden])).toEqual(
      expect.arrayContaining([
        [ana, 'onCall'],
        [ana, 'nights'],
        [ana, 'weekends'],
      ]),
    );
    expect(of(quality, cleo)).toMatchObject({ inRotation: false, onCall: 24 * hour, shifts: 1 });
    expect(quality.balance).toBeGreaterThan(0.45);
  });

  it('is nobody’s to compare with one person alone', () => {
    expect(qualityWithin(row([{ ...weekly, rotation: slotsOf([ana]) }]))).toMatchObject({ balance: null, overloaded: [] });
  });
});
