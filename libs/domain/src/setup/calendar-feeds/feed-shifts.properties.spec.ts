import * as fc from 'fast-check';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { scheduleAround } from '@tocsin/testing/schedules/random-schedules.js';
import { isDeep } from '@tocsin/testing/tier.js';
import { joinShifts } from '../schedules/answers/join-shifts.js';
import { toDutyShown } from '../schedules/as-schedule.js';
import { day } from '../schedules/shifts/marks.js';
import type { Schedule } from '../schedules/shifts/schedule.js';
import { onCallWithin } from '../schedules/shifts/shifts.js';
import { loadLatestZoneTable } from '../schedules/shifts/zone-table.js';
import { feedShiftsOf, type FeedShift } from './feed-shifts.js';

const runs = isDeep ? { numRuns: 5_000 } : { numRuns: 60, seed: 11 };
const range = { from: toMillis('2026-03-20T00:00:00.000Z'), to: toMillis('2026-04-10T00:00:00.000Z') };
const zone = 'Europe/Berlin';
const schedules = scheduleAround(fc.constantFrom(zone, 'Australia/Lord_Howe', 'UTC'), range);
const zones = loadLatestZoneTable();

/** The feed of a schedule, read from this instant on. */
function feed(schedule: Schedule, from: number): readonly FeedShift[] {
  const { shifts } = onCallWithin(schedule, (name) => zones.zone(name)!, { from, to: range.to });
  const shownShifts = shifts.map((shift) => ({ ...toDutyShown(shift), from: toInstant(shift.from), to: toInstant(shift.to) }));
  const readRange = { from: toInstant(from), to: toInstant(range.to) };
  return feedShiftsOf({ id: 'schedule', timeZone: zone, zones: zones.version }, joinShifts(shownShifts), readRange);
}

/** The uid without its part number. */
const nameOf = ({ uid }: FeedShift) => uid.replace(/\.\d+@.*/, '');

describe('whatever the schedule', () => {
  it('no two shifts have one name, and a name is the same from whatever day on the feed is read', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 1, max: 12 }), (schedule, days) => {
        const [whole, later] = [feed(schedule, range.from), feed(schedule, range.from + days * day)];
        for (const shifts of [whole, later]) expect(new Set(shifts.map(({ uid }) => uid)).size).toBe(shifts.length);
        // a shift that begins on the first day may be the rest of one that began before it
        const knownUntil = toInstant(range.from + (days + 2) * day);
        // a turn that edits interrupted has several parts of one name, numbered from the first part that is read
        const before = new Set([...whole, ...later].filter((shift) => shift.from < knownUntil).map(nameOf));
        const from = (shifts: readonly FeedShift[]) => shifts.filter((shift) => shift.from >= knownUntil && !before.has(nameOf(shift)));
        expect(from(later)).toEqual(from(whole));
      }),
      runs,
    );
  });
});
