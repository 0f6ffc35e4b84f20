import type { OnCallPeriod } from '@tocsin/contracts/schedules/answers.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ana, bo, idOf } from '../../configuration.fixture.js';
import { joinShifts } from '../schedules/answers/join-shifts.js';
import { listRecordedDuties } from '../schedules/answers/recorded-duties.js';
import { listShiftsAhead } from '../schedules/answers/shifts-answer.js';
import { DutyWorld, start } from '../schedules/duty-world.fixture.js';
import { anasSlot, bosSlot, scheduleId, weekly } from '../schedules/facts.fixture.js';
import { feedShiftsOf, type FeedShift } from './feed-shifts.js';

const day = 86_400_000;
const end = '2027-03-01T00:00:00.000Z';

/** The feed of the schedule now: recorded since its creation, and computed ahead. */
function feed(duty: DutyWorld, from = start): readonly FeedShift[] {
  const { now } = duty.world;
  const periods = duty
    .all('OnCallChanged')
    .map((data, n): OnCallPeriod => ({ id: idOf(`${n}`), scheduleId, since: data.effectiveAt, revision: n, people: data.after }));
  const since = periods.slice(
    Math.max(
      0,
      periods.findLastIndex((period) => period.since <= from),
    ),
  );
  const shifts = [...listRecordedDuties(since, { from, to: now }, now).shifts, ...listShiftsAhead(duty.row, { from: now, to: end })];
  return feedShiftsOf(duty.row, joinShifts(shifts), { from, to: end });
}
const createDuty = (more: object = {}): DutyWorld => {
  const duty = new DutyWorld();
  duty.creates(more);
  return duty;
};
const change = (duty: DutyWorld, layer: object, more: object = {}) =>
  duty.does('ChangeSchedule', { scheduleId, version: duty.row.version, timeZone: 'Europe/Berlin', layers: [layer], ...more });
const withLength = (length: object) => ({ ...weekly, rotation: { ...weekly.rotation, length } });
const uids = (shifts: readonly FeedShift[]) => shifts.map(({ uid }) => uid);
const shiftsWithUid = (shifts: readonly FeedShift[], uid: string) => shifts.filter((shift) => shift.uid === uid);

describe('the name of a shift in calendars', () => {
  it('is its own, and the same from day to day, also once it is over', () => {
    const duty = createDuty();
    const before = feed(duty);
    expect(new Set(uids(before)).size).toBe(before.length);
    duty.world.advance(20 * day);
    expect(feed(duty)).toEqual(before);
  });

  it.each([
    ['at another time of day', { unit: 'weeks', count: 1, time: '17:00', weekday: 1 }],
    ['on another weekday', { unit: 'weeks', count: 1, time: '09:00', weekday: 4 }],
  ])('stays when it is handed off %s: the event moves', (_says, length) => {
    const duty = createDuty();
    duty.world.advance(9 * day);
    const before = feed(duty);
    expect(change(duty, withLength(length))).toBe('done');
    const after = feed(duty);
    expect(new Set(uids(after)).size).toBe(after.length);
    // the last one, at the end of the range, may fall out of it
    for (const { uid, from } of before.slice(0, -1))
      expect(shiftsWithUid(after, uid).map((shift) => shift.from !== from || from < duty.world.now)).toEqual([true]);
    const next = before.find(({ from }) => from > duty.world.now)!;
    expect(shiftsWithUid(after, next.uid)[0]!.from).not.toBe(next.from);
  });

  it('is used for no other turn after an edit of length or anchor', () => {
    const duty = createDuty();
    duty.world.advance(9 * day);
    const pastShifts = feed(duty).filter(({ to }) => to <= duty.world.now);
    change(duty, withLength({ unit: 'days', count: 1, time: '09:00' }));
    duty.world.advance(5 * day);
    change(duty, { ...weekly, rotation: { ...weekly.rotation, anchor: '2026-12-01T08:00:00.000Z' } });
    const after = feed(duty);
    expect(new Set(uids(after)).size).toBe(after.length);
    for (const shift of pastShifts) expect(shiftsWithUid(after, shift.uid)).toEqual([shift]);
    // also once the past is too old to be read
    const knownUntil = addMillis(duty.world.now, 2 * day);
    const shiftsAfterKnown = (shifts: readonly FeedShift[]) => shifts.filter(({ from }) => from > knownUntil);
    expect(shiftsAfterKnown(feed(duty, addMillis(start, 13 * day)))).toEqual(shiftsAfterKnown(after));
  });

  it('tells the days of one turn apart, and an override on one of them moves none of the others', () => {
    const hours = { weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } };
    const duty = createDuty({ layers: [{ ...weekly, restrictions: [hours] }] });
    const before = feed(duty);
    const tuesday = before.find(({ from }) => from === '2026-11-24T08:00:00.000Z')!;
    const override = { overrideId: idOf('0a'), kind: 'replace', personId: ana, replacesId: bo, from: tuesday.from, to: tuesday.to };
    expect(duty.does('AddOverrides', { scheduleId, overrides: [{ ...override, reason: '' }] })).toBe('done');
    const after = feed(duty);
    expect(after.filter(({ uid }) => !uids(before).includes(uid))).toMatchObject([{ personId: ana, from: tuesday.from }]);
    expect(before.filter(({ uid }) => !uids(after).includes(uid))).toEqual([tuesday]);
  });

  it('of an override stays when it is moved', () => {
    const duty = createDuty();
    const override = { overrideId: idOf('0a'), kind: 'replace', personId: bo, replacesId: ana, reason: '' };
    const [from, to] = ['2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z'];
    duty.does('AddOverrides', { scheduleId, overrides: [{ ...override, from, to }] });
    const before = feed(duty).find((shift) => shift.from === from)!;
    duty.does('ChangeOverride', { scheduleId, ...override, from: addMillis(from, day), to: addMillis(to, day) });
    expect(shiftsWithUid(feed(duty), before.uid)).toMatchObject([{ personId: bo, from: addMillis(from, day), to: addMillis(to, day) }]);
  });

  it('is known by its beginning where the feed begins in the middle of it', () => {
    const duty = createDuty();
    duty.world.advance(3 * day);
    const [whole] = feed(duty);
    expect(feed(duty, addMillis(start, day))[0]!.uid).toBe(whole!.uid);
  });

  it('is one for each person of a slot', () => {
    const slots = [
      { slotId: anasSlot, people: [ana, bo] },
      { slotId: bosSlot, people: [bo] },
    ];
    const shifts = feed(createDuty({ layers: [{ ...weekly, rotation: { ...weekly.rotation, slots } }] }));
    expect(new Set(uids(shifts)).size).toBe(shifts.length);
  });
});
