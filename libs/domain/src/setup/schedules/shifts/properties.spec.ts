import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { clip } from './intervals.js';
import { listContinuations } from './layers.js';
import { day, hour } from './marks.js';
import { scheduleAround } from '@tocsin/testing/schedules/random-schedules.js';
import { byTier, isDeep } from '@tocsin/testing/tier.js';
import type { Layer, Schedule, ScheduleVersion, Segment, TurnLength } from './schedule.js';
import { onCallAt, onCallWithin } from './shifts.js';
import { loadLatestZoneTable } from './zone-table.js';

const table = loadLatestZoneTable();
const zoneOf = (name: string) => table.zone(name)!;
const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const range = { from: instant('2026-03-20T00:00Z'), to: instant('2026-04-10T00:00Z') };
const schedules = scheduleAround(
  fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC'),
  range,
);
const moment = fc.nat((range.to - range.from) / 60_000 - 1).map((minutes) => range.from + minutes * 60_000);
const runs = isDeep ? { numRuns: 20_000 } : { numRuns: 80, seed: 7 };

const onCallIn = (schedule: Schedule, from: number, to: number) => onCallWithin(schedule, zoneOf, { from, to });
/** Who and why, without the turn, which may differ after an edit. */
const segmentTexts = (segments: readonly Segment[]) =>
  segments.map(({ from, to, duties, isIntended }) => ({ from, to, duties, isIntended }));

describe('whatever a schedule says', () => {
  it('its segments tile the time; shifts and gaps are all of it', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { segments, shifts, gaps } = onCallIn(schedule, range.from, range.to);
        expect([segments[0]!.from, segments.at(-1)!.to]).toEqual([range.from, range.to]);
        for (const [index, { from, to }] of segments.entries()) {
          expect(from).toBeLessThan(to);
          expect(segments[index + 1]?.from ?? range.to).toBe(to);
        }
        const personTime = segments.reduce((sum, { from, to, duties }) => sum + (to - from) * duties.length, 0);
        expect(shifts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(personTime);
        expect(gaps.every((gap) => shifts.every((shift) => clip(shift, gap).length === 0))).toBe(true);
      }),
      runs,
    );
  });

  it('a part of an interval says what the interval says of that part', () => {
    fc.assert(
      fc.property(schedules, moment, moment, (schedule, one, other) => {
        const part = { from: Math.min(one, other), to: Math.max(one, other) + 60_000 };
        const wholeTexts = segmentTexts(onCallIn(schedule, range.from, range.to).segments).flatMap((segment) => clip(segment, part));
        expect(segmentTexts(onCallIn(schedule, part.from, part.to).segments)).toEqual(wholeTexts);
        expect(onCallAt(schedule, zoneOf, part.from)).toEqual(wholeTexts[0]!.duties);
      }),
      runs,
    );
  });

  it('an edit changes nothing before the moment it takes effect', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const last = schedule.versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom).at(-1)!;
        if (last.effectiveFrom === range.from) return;
        const withoutUseless = { ...schedule, versions: schedule.versions.filter((version) => version !== last) };
        const before = onCallIn(schedule, range.from, last.effectiveFrom).segments;
        expect(segmentTexts(before)).toEqual(segmentTexts(onCallIn(withoutUseless, range.from, last.effectiveFrom).segments));
      }),
      runs,
    );
  });
});

describe('a continuation that was recorded when a version took effect', () => {
  /** The versions from the one in force at each edit on, each with only its own recorded continuation. */
  const recordSchedule = (schedule: Schedule): Schedule => {
    const orderedVersions = schedule.versions.toSorted((one, other) => one.effectiveFrom - other.effectiveFrom);
    const knownVersions: ScheduleVersion[] = [];
    for (const version of orderedVersions) {
      const last = knownVersions.findLast(({ effectiveFrom }) => effectiveFrom < version.effectiveFrom);
      const sinceLast = last === undefined ? [version] : [last, version];
      knownVersions.push({ ...version, continues: listContinuations(sinceLast, zoneOf, version.effectiveFrom) });
    }
    return { ...schedule, versions: knownVersions };
  };

  it('says what the whole list of versions says, wherever an edit falls and whatever it changes', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { versions, ...rest } = recordSchedule(schedule);
        for (const [index, version] of versions.entries()) {
          const to = versions[index + 1]?.effectiveFrom ?? range.to;
          if (version.effectiveFrom >= to) continue;
          // only the version in force and those planned after it
          const plannedVersions = schedule.versions.filter(({ effectiveFrom }) => effectiveFrom > version.effectiveFrom);
          const keptSchedule = { ...rest, versions: [version, ...plannedVersions] };
          expect(segmentTexts(onCallIn(keptSchedule, version.effectiveFrom, range.to).segments)).toEqual(
            segmentTexts(onCallIn(schedule, version.effectiveFrom, range.to).segments),
          );
        }
      }),
      runs,
    );
  });
});

const lengths: TurnLength[] = [
  { unit: 'days', count: 1, time: '02:30' },
  { unit: 'weeks', count: 1, time: '00:00', weekday: 7 },
  { unit: 'months', count: 1, time: '09:00', day: 31 },
  { unit: 'hours', count: 6 },
  { unit: 'hours', count: 36 },
];
const years = { from: instant('2020-01-01T00:00Z'), to: instant('2036-01-01T00:00Z') };
const zones = table.names.filter((_, index) => index % byTier({ short: 200, full: 70, deep: 1 }) === 0);

const rotatingLayer = (zone: string, length: TurnLength): Layer => ({
  id: 'primary',
  zone,
  priority: 1,
  effectiveFrom: years.from,
  restrictions: [],
  rotation: {
    slots: [
      { id: 'one', people: ['ana'] },
      { id: 'two', people: ['bo'] },
    ],
    length,
    anchor: instant('2020-01-06T07:00Z'),
    countsCoveredTimeOnly: false,
  },
});

/** The error of a handoff by a library’s arithmetic: undefined, or the clock’s time. */
function wrongHandoff(at: number, zone: string, length: TurnLength, before: number): string | undefined {
  const shownTime = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  if (length.unit === 'hours')
    return 24 % length.count === 0 || at - before === length.count * hour ? undefined : `${shownTime.toString()}: not elapsed`;
  // a skipped time of day is the first instant after it, a repeated one the first of the two
  const wantedTime = shownTime.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(length.time) });
  const isSkippedTime = wantedTime.toPlainTime().toString({ smallestUnit: 'minute' }) !== length.time;
  const first = isSkippedTime
    ? shownTime.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')!.epochMilliseconds
    : wantedTime.epochMilliseconds;
  return at === shownTime.epochMilliseconds && at === first ? undefined : shownTime.toString();
}

it.each(zones)('in %s days, weeks and months keep the local handoff time from 2020 to 2035, hours elapsed time or their marks', (zone) => {
  for (const length of lengths) {
    const versions = [{ version: 1, effectiveFrom: years.from, layers: [rotatingLayer(zone, length)] }];
    const { shifts } = onCallWithin({ versions, overrides: [], temporary: [] }, zoneOf, years);
    const handoffs = shifts.map(({ from }) => from).slice(1);
    expect(handoffs.length).toBeGreaterThan((16 * 365 * day) / (31 * day));
    expect(handoffs.map((at, index) => wrongHandoff(at, zone, length, shifts[index]!.from)).filter((wrong) => wrong !== undefined)).toEqual(
      [],
    );
    if (length.unit === 'hours' && length.count === 6)
      expect(wallTimes(handoffs, zone).size).toBeLessThanOrEqual(4 + changesOf(handoffs, zone));
  }
});

const wallTimes = (handoffs: readonly number[], zone: string) => new Set(handoffs.map((at) => zoneOf(zone).wallAt(at) % day));
/** Handoffs right after a skipped hour may be at another time of day. */
const changesOf = (handoffs: readonly number[], zone: string) =>
  handoffs.filter((at) => zoneOf(zone).wallAt(at) - zoneOf(zone).wallAt(at - 1) !== 1).length;
