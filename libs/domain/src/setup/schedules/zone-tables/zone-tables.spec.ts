import { bo } from '../../../configuration.fixture.js';
import { DutyWorld } from '../duty-world.fixture.js';
import { scheduleId, weekly } from '../facts.fixture.js';
import { onCallNow } from '../shared/on-call-now.js';
import { addZoneTable } from '../shifts/zone-table.js';
import { listMovedHandoffs, zoneTableOf } from './moved-handoffs.js';

/**
 * An edition in which Berlin stays at summer time (two hours ahead of UTC) from 6 December 2026 on. Other zones are
 * unchanged.
 */
addZoneTable({ version: '2099z', zones: 'Europe/Berlin 0;UTC 1', lists: `60 ${Date.parse('2026-12-06T00:00:00.000Z') / 60_000} 120;0` });

const takeZoneTable = (duty: DutyWorld, zones = '2099z'): string => duty.does('TakeZoneTable', { scheduleId, zones });
const startedDuty = (layers: readonly object[] = [weekly]): DutyWorld => {
  const duty = new DutyWorld();
  expect(duty.creates({ layers })).toBe('done');
  return duty;
};

describe('another edition of the zone table', () => {
  it('counts from then on, and lists the announced handoffs that it moves', () => {
    const duty = startedDuty();
    duty.world.advanceTo('2026-11-25T12:00:00.000Z');
    const before = duty.recorded();
    expect(takeZoneTable(duty)).toBe('done');
    const [taken] = duty.all('ZoneTableTaken');
    expect(taken).toMatchObject({ before: '2026c', zones: '2099z', effectiveFrom: duty.world.now, movedCount: 7 });
    expect(taken!.moved[0]).toEqual({ before: '2026-12-07T08:00:00.000Z', after: '2026-12-07T07:00:00.000Z', people: [bo] });
    expect(duty.row.zones).toBe('2099z');
    duty.world.advanceTo('2026-12-08T00:00:00.000Z');
    expect(duty.recorded()).toEqual([...before, '2026-11-30T08:00 00a1', '2026-12-07T07:00 00b0']);
    expect(duty.again()).toEqual([]);
  });

  it('leaves alone what lies before it, and whoever is on call', () => {
    const duty = startedDuty();
    duty.world.advanceTo('2026-12-09T12:00:00.000Z');
    const before = duty.recorded();
    expect(takeZoneTable(duty)).toBe('done');
    expect(duty.recorded()).toEqual(before);
    expect(onCallNow(duty.row, duty.world.now).map(({ personId }) => personId)).toEqual([bo]);
    expect(duty.onCall.nextAt).toBe('2026-12-14T07:00:00.000Z');
  });

  it('is nothing new the second time, and is refused where it is unknown or lacks a zone', () => {
    const duty = startedDuty();
    expect(takeZoneTable(duty, '1999z')).toBe('schedule.zone_table_unknown');
    expect(takeZoneTable(duty, '2026c')).toBe('nothing');
    expect(takeZoneTable(duty)).toBe('done');
    expect(takeZoneTable(duty)).toBe('nothing');
    expect(takeZoneTable(startedDuty([{ ...weekly, timeZone: 'Asia/Tokyo' }]))).toBe('schedule.zone_unknown');
  });

  it('moves nothing where its clocks say the same', () => {
    const duty = startedDuty([{ ...weekly, timeZone: 'UTC' }]);
    expect(listMovedHandoffs(duty.row, '2099z', duty.world.now)).toEqual([]);
    expect(zoneTableOf(startedDuty().row, duty.world.now, '2099z')).toMatchObject({ zones: '2026c', newest: '2099z', movedCount: 6 });
    expect(zoneTableOf(duty.row, duty.world.now)).toMatchObject({ newest: duty.row.zones, moved: [], movedCount: 0 });
  });
});
