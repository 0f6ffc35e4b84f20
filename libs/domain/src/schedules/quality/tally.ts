import { limits } from '@tocsin/contracts/limits.js';
import { coverage } from '../shifts/coverage.js';
import { common } from '../shifts/intervals.js';
import type { ZoneOf } from '../shifts/layers.js';
import type { Interval, Restriction, Segment } from '../shifts/schedule.js';
import { extend } from './extend.js';

/** What is counted of one person, in milliseconds but for `shifts`. */
export interface Counted {
  shifts: number;
  onCall: number;
  nights: number;
  weekends: number;
}

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const { from, to } = limits.sleepHours;
const night: readonly Restriction[] = [{ weekdays: [], times: { from: onTheHour(from), to: onTheHour(to) } }];
const weekend: readonly Restriction[] = [{ weekdays: [6, 7] }];

const lengthOf = (intervals: readonly Interval[]): number => intervals.reduce((total, { from, to }) => total + to - from, 0);

/** Counts who is on call, and when nobody is, of one stretch of time after the other. */
export class Tally {
  readonly people = new Map<string, Counted>();
  readonly gaps: { from: number; to: number; isIntended: boolean }[] = [];
  private before: ReadonlySet<string> = new Set();

  constructor(
    /** The zone by whose clock a person sleeps. */
    private readonly zoneNameOf: (personId: string) => string,
    private readonly zoneOf: ZoneOf,
  ) {}

  /** Segments that tile an interval, which begins where the one before ended. */
  add(segments: readonly Segment[], within: Interval): void {
    const spans = new Map<string, { from: number; to: number }[]>();
    for (const { from, to, duties, isIntended } of segments) {
      const onCall = new Set(duties.map(({ person }) => person));
      for (const person of onCall) {
        if (!this.before.has(person)) this.counted(person).shifts += 1;
        const mine = spans.get(person) ?? [];
        spans.set(person, mine);
        extend(mine, { from, to });
      }
      if (onCall.size === 0) extend(this.gaps, { from, to, isIntended }, (last) => last.isIntended === isIntended);
      this.before = onCall;
    }
    this.addSpans(spans, within);
  }

  private addSpans(spans: ReadonlyMap<string, readonly Interval[]>, within: Interval): void {
    const clocks = new Map<string, { readonly nights: readonly Interval[]; readonly weekends: readonly Interval[] }>();
    for (const [person, mine] of spans) {
      const name = this.zoneNameOf(person);
      const zone = this.zoneOf(name);
      const clock = clocks.get(name) ?? { nights: coverage(night, zone, within), weekends: coverage(weekend, zone, within) };
      clocks.set(name, clock);
      const counted = this.counted(person);
      counted.onCall += lengthOf(mine);
      counted.nights += lengthOf(common(mine, clock.nights));
      counted.weekends += lengthOf(common(mine, clock.weekends));
    }
  }

  private counted(person: string): Counted {
    const counted = this.people.get(person) ?? { shifts: 0, onCall: 0, nights: 0, weekends: 0 };
    this.people.set(person, counted);
    return counted;
  }
}
