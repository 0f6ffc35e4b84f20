import { midnight, toMillis } from '@tocsin/kernel/time.js';
import { coverage } from '../shifts/coverage.js';
import { clip, common, united } from '../shifts/intervals.js';
import { day } from '../shifts/marks.js';
import type { Interval, Restriction, Segment } from '../shifts/schedule.js';
import { night } from '../shared/night.js';
import type { Zone } from '../shifts/zone.js';
import { extend } from './extend.js';

/** The counts for one person, in milliseconds except `shifts`. */
export interface Counted {
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
  readonly people = new Map<string, Counted>();
  readonly gaps: { from: number; to: number; isIntended: boolean }[] = [];
  private before: ReadonlySet<string> = new Set();
  private readonly personDays = new Map<string, { readonly zone: Zone; readonly holidays: readonly Interval[] }>();

  constructor(
    private readonly daysOf: (personId: string) => PersonDays,
    /** The interval of everything that will be added. */
    private readonly whole: Interval,
  ) {}

  /** Adds segments that tile an interval, which begins where the previous one ended. */
  add(segments: readonly Stretch[], within: Interval): void {
    const spans = new Map<string, { from: number; to: number }[]>();
    for (const { from, to, duties, isIntended } of segments) {
      const onCall = new Set(duties.map(({ person }) => person));
      for (const person of onCall) {
        if (!this.before.has(person)) this.counted(person).shifts += 1;
        const ownSpans = spans.get(person) ?? [];
        spans.set(person, ownSpans);
        extend(ownSpans, { from, to });
      }
      if (onCall.size === 0) extend(this.gaps, { from, to, isIntended }, (last) => last.isIntended === isIntended);
      this.before = onCall;
    }
    this.addSpans(spans, within);
  }

  private addSpans(spans: ReadonlyMap<string, readonly Interval[]>, within: Interval): void {
    const clocks = new Map<Zone, { readonly nights: readonly Interval[]; readonly weekends: readonly Interval[] }>();
    for (const [person, ownSpans] of spans) {
      const { zone, holidays } = this.daysWithin(person);
      const clock = clocks.get(zone) ?? { nights: coverage(night, zone, within), weekends: coverage(weekend, zone, within) };
      clocks.set(zone, clock);
      const counted = this.counted(person);
      counted.onCall += lengthOf(ownSpans);
      counted.nights += lengthOf(common(ownSpans, clock.nights));
      counted.weekends += lengthOf(common(ownSpans, clock.weekends));
      counted.holidays += lengthOf(common(ownSpans, holidays));
    }
  }

  private daysWithin(person: string): { readonly zone: Zone; readonly holidays: readonly Interval[] } {
    const known = this.personDays.get(person);
    if (known) return known;
    const { zone, holidays } = this.daysOf(person);
    const days = [...holidays]
      .map((date) => toMillis(midnight(date)))
      .map((wall) => ({ from: zone.firstAt(wall), to: zone.firstAt(wall + day) }));
    const personDays = { zone, holidays: united(days.flatMap((one) => clip(one, this.whole))) };
    this.personDays.set(person, personDays);
    return personDays;
  }

  private counted(person: string): Counted {
    const counted = this.people.get(person) ?? { shifts: 0, onCall: 0, nights: 0, weekends: 0, holidays: 0 };
    this.people.set(person, counted);
    return counted;
  }
}
