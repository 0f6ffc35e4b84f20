import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { day } from './marks.js';
import { Minutes, minuteByMinute } from '@tocsin/testing/schedules/minute-by-minute.js';
import { scheduleAround } from '@tocsin/testing/schedules/random-schedules.js';
import { isDeep } from '@tocsin/testing/tier.js';
import type { Interval, Schedule } from './schedule.js';
import { onCallWithin } from './shifts.js';
import { loadLatestZoneTable } from './zone-table.js';

const minute = 60_000;
const table = loadLatestZoneTable();
const zoneOf = (name: string) => table.zone(name)!;

/** Two weeks with a month’s end, and with a clock change where the zone has one. */
const twoWeeks: fc.Arbitrary<{ zone: string; range: Interval }> = fc
  .tuple(fc.constantFrom(...table.names), fc.integer({ min: 2020, max: 2035 }), fc.integer({ min: 3, max: 9 }))
  .map(([zone, year, before]) => {
    const beganAt = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
    const change = beganAt.getTimeZoneTransition('next') ?? Temporal.PlainDate.from({ year, month: 2, day: 28 }).toZonedDateTime(zone);
    const from = Math.floor(change.epochMilliseconds / day) * day - before * day;
    return { zone, range: { from, to: from + 14 * day } };
  });

const cases = twoWeeks.chain(({ zone, range }) =>
  fc.record({
    range: fc.constant(range),
    schedule: scheduleAround(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(zone) },
        { weight: 1, arbitrary: fc.constantFrom('UTC', 'Australia/Lord_Howe', 'America/New_York') },
      ),
      range,
    ),
  }),
);

function expandSchedule(schedule: Schedule, range: Interval): string[][] {
  return onCallWithin(schedule, zoneOf, range).segments.flatMap(({ from, to, duties }) => {
    const people = duties.map(({ person }) => person).toSorted();
    return Array.from({ length: (to - from) / minute }, () => people);
  });
}

it('agrees, minute by minute, with an oracle that counts minutes', () => {
  fc.assert(
    fc.property(cases, ({ range, schedule }) => {
      const said = expandSchedule(schedule, range);
      const oracle = minuteByMinute(schedule, new Minutes(range));
      expect(said.length).toBe(oracle.length);
      const isSame = (index: number) => oracle[index]!.join() === said[index]!.join();
      const isAsBefore = (index: number) => oracle[index] === oracle[index - 1] && said[index] === said[index - 1];
      const firstDifference = oracle.findIndex((_, index) => !isAsBefore(index) && !isSame(index));
      const at = new Date(range.from + firstDifference * minute).toISOString();
      if (firstDifference >= 0)
        throw new Error(
          `${at}: the oracle says ${oracle[firstDifference]!.join() || 'nobody'}, we say ${said[firstDifference]!.join() || 'nobody'}`,
        );
    }),
    isDeep ? { numRuns: 10_000 } : { numRuns: 60, seed: 1 },
  );
});
