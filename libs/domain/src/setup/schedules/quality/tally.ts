import { midnightOf, toMillis } from '@tocsin/kernel/time.js';
import { computeCoverage } from '../shifts/coverage.js';
import { clip, intersectIntervals, uniteIntervals } from '../shifts/intervals.js';
import { day } from '../shifts/marks.js';
import type { Interval, Restriction, Segment } from '../shifts/schedule.js';
import { night } from '../shared/night.js';
import type { Zone } from '../shifts/zone.js';
import { extend } from './extend.js';

/** The counts for one person, in milliseconds except `shifts`. */
export interface PersonCounts {
  shifts: number;
  onCall: number;
  nights: number;
  weekends: number;
  holidays: number;
}

/** A person’s time zone and the dates of their holidays. */
export interface PersonDays {
  readonly zone: Zone;
  readonly holidays: Iterable<string>;
}

/** The counted part of a segment. */
export type Stretch = Interval & Pick<Segment, 'isIntended'> & { readonly duties: readonly { readonly person: string }[] };

const weekend: readonly Restriction[] = [{ weekdays: [6, 7] }];

const lengthOf = (intervals: readonly Interval[]): number => intervals.reduce((total, { from, to }) => total + to - from, 0);

/** Counts time on call, and gaps, over consecutive intervals. */
export class Tally {
  readonly people = new Map<string, PersonCounts>();
  readonly gaps: { from: number; to: number; isIntended: boolean }[] = [];
  private before: ReadonlySet<string> = new Set();
  private readonly personDays = new Map<string, { readonly zone: Zone; readonly holidays: readonly Interval[] }>();

  constructor(
    private readonly daysOf: (personId: string) => PersonDays,
    /** The interval of everything that will be added. */
    private readonly wholeRange: Interval,
  ) {}

  /** Adds segments that tile an interval, which begins where the previous one ended. */
  add(segments: readonly Stretch[], interval: Interval): void {
    const spans = new Map<string, { from: number; to: number }[]>();
    for (const { from, to, duties, isIntended } of segments) {
      const onCall = new Set(duties.map(({ person }) => person));
      for (const person of onCall) {
        if (!this.before.has(person)) this.countsOf(person).shifts += 1;
        const ownSpans = spans.get(person) ?? [];
        spans.set(person, ownSpans);
        extend(ownSpans, { from, to });
      }
      if (onCall.size === 0) extend(this.gaps, { from, to, isIntended }, (last) => last.isIntended === isIntended);
      this.before = onCall;
    }
    this.addSpans(spans, interval);
  }

  private addSpans(spans: ReadonlyMap<string, readonly Interval[]>, interval: Interval): void {
    const clocks = new Map<Zone, { readonly nights: readonly Interval[]; readonly weekends: readonly Interval[] }>();
    for (const [person, ownSpans] of spans) {
      const { zone, holidays } = this.daysWithin(person);
      const clock = clocks.get(zone) ?? {
        nights: computeCoverage(night, zone, interval),
        weekends: computeCoverage(weekend, zone, interval),
      };
      clocks.set(zone, clock);
      const counts = this.countsOf(person);
      counts.onCall += lengthOf(ownSpans);
      counts.nights += lengthOf(intersectIntervals(ownSpans, clock.nights));
      counts.weekends += lengthOf(intersectIntervals(ownSpans, clock.weekends));
      counts.holidays += lengthOf(intersectIntervals(ownSpans, holidays));
    }
  }

  private daysWithin(person: string): { readonly zone: Zone; readonly holidays: readonly Interval[] } {
    const existingDays = this.personDays.get(person);
    if (existingDays) return existingDays;
    const { zone, holidays } = this.daysOf(person);
    const days = [...holidays]
      .map((date) => toMillis(midnightOf(date)))
      .map((wall) => ({ from: zone.firstAt(wall), to: zone.firstAt(wall + day) }));
    const personDays = { zone, holidays: uniteIntervals(days.flatMap((one) => clip(one, this.wholeRange))) };
    this.personDays.set(person, personDays);
    return personDays;
  }

  private countsOf(person: string): PersonCounts {
    const counts = this.people.get(person) ?? { shifts: 0, onCall: 0, nights: 0, weekends: 0, holidays: 0 };
    this.people.set(person, counts);
    return counts;
  }
}
