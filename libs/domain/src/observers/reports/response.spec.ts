import fc from 'fast-check';
import { namedMeasures } from '@tocsin/contracts/reports/measures.js';
import type { ReportOrder, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { createFactContent, type ReportFact, type FactContent } from './fact.js';
import { percentileOf } from './durations.js';
import { Report } from './report.js';

const beganAt = toMillis('2026-11-02T00:00:00.000Z');
const hour = 3_600_000;
const order: ReportOrder = {
  report: 'response',
  version: 1,
  from: toInstant(beganAt),
  to: toInstant(beganAt + 40 * hour),
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal: 1_000_000,
  service: null,
  team: null,
  urgency: null,
  measures: namedMeasures.filter(({ name }) => name !== 'time_to_notify'),
};

/** The history of one group, in steps of time: the input of an independent computation. */
interface Life {
  readonly group: number;
  readonly service: number;
  readonly test: boolean;
  readonly at: number;
  readonly steps: readonly { readonly after: number; readonly what: 'acknowledge' | 'sender' | 'escalate' | 'resolve' | 'reopen' }[];
}

const life = fc.record({
  service: fc.integer({ min: 0, max: 3 }),
  test: fc.boolean(),
  at: fc.integer({ min: 0, max: 60 * hour }),
  steps: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 4 * hour }),
      what: fc.constantFrom('acknowledge', 'sender', 'escalate', 'resolve', 'reopen'),
    }),
    { maxLength: 8 },
  ),
});
const lives: fc.Arbitrary<readonly Life[]> = fc.array(life, { maxLength: 20 }).map((some) => some.map((one, group) => ({ ...one, group })));

interface Timed extends FactContent {
  readonly at: number;
}

const factsOf = ({ group, service, test, at, steps }: Life): readonly Timed[] => {
  const id = `g${group}`;
  const facts: Timed[] = [
    { ...(test ? createFactContent('tested', [id]) : createFactContent('opened', [id, `s${service}`, 't1'], [group, 0])), at },
  ];
  let [now, opening] = [at, 1];
  for (const { after, what } of steps) {
    now += after;
    const pushFact = (one: FactContent): void => void facts.push({ ...one, at: now });
    if (what === 'acknowledge') pushFact(createFactContent('acknowledged', [id, 'person', 'p1']));
    else if (what === 'sender') pushFact(createFactContent('acknowledged', [id, 'sender', 'i1']));
    else if (what === 'escalate') pushFact(createFactContent('step_taken', [id], [2]));
    else if (what === 'resolve') pushFact(createFactContent('resolved', [id, 'sender']));
    else pushFact(createFactContent('reopened', [id, 'refire', ''], [(opening += 1)]));
  }
  return facts;
};

/** In log order: by time, keeping the order within each group. */
const logOf = (some: readonly Life[]): readonly ReportFact[] =>
  some
    .flatMap((one) => factsOf(one))
    .toSorted((a, b) => a.at - b.at)
    .map((one, index) => ({ ...one, at: beganAt + one.at, ordinal: index + 1 }));

/** The same computed another way: each history is split at its openings, each of which is examined alone. */
const expectedFigures = (some: readonly Life[]) => {
  const openings = some
    .filter(({ test }) => !test)
    .flatMap(({ service, at, steps }) => {
      const spans: { service: number; at: number; acknowledged?: number; resolved?: number; escalated: boolean }[] = [
        { service, at, escalated: false },
      ];
      let now = at;
      for (const { after, what } of steps) {
        now += after;
        const last = spans.at(-1)!;
        if (what === 'reopen') spans.push({ service, at: now, escalated: false });
        if (what === 'acknowledge') last.acknowledged ??= now;
        if (what === 'resolve') last.resolved = now;
        if (what === 'escalate') last.escalated = true;
      }
      return spans;
    })
    .filter(({ at }) => at < 40 * hour);
  const durationsTo = (to: 'acknowledged' | 'resolved') =>
    openings.flatMap((one) => (one[to] === undefined ? [] : [one[to] - one.at])).toSorted((a, b) => a - b);
  return { openings, mtta: durationsTo('acknowledged'), toResolve: durationsTo('resolved') };
};

const figuresOf = (facts: readonly ReportFact[], changedOrder: Partial<ReportOrder> = {}) => {
  const report = new Report({ ...order, ...changedOrder });
  report.take(facts);
  return partOf<ResponseFigures>((JSON.parse(report.bytes()) as { figures: Record<string, never> }).figures);
};

describe('the response report', () => {
  it('of some services is of their openings alone, in the order of any ids', () => {
    fc.assert(
      fc.property(lives, (some) => {
        const both = some.filter(({ service }) => service === 1 || service === 3);
        expect(figuresOf(logOf(some), { services: ['s1', 's3'] }).openings).toBe(figuresOf(logOf(both)).openings);
        expect(figuresOf(logOf(some), { services: ['s1', 's3'], service: 's2' }).openings).toBe(0);
        expect(figuresOf(logOf(some), { services: [] }).openings).toBe(0);
      }),
    );
  });

  it('equals an independent computation over any histories', () => {
    fc.assert(
      fc.property(lives, (some) => {
        const figures = figuresOf(logOf(some));
        const { openings, mtta, toResolve } = expectedFigures(some);
        expect(figures.openings).toBe(openings.length);
        expect(figures.escalated).toBe(openings.filter(({ escalated }) => escalated).length);
        expect(figures.stillOpen).toBe(openings.filter(({ resolved }) => resolved === undefined).length);
        for (const [measured, values] of [
          [figures.measures[0]!.all, mtta],
          [figures.measures[1]!.all, toResolve],
        ] as const) {
          expect(measured.measured).toBe(values.length);
          expect(measured.missing).toBe(openings.length - values.length);
          expect(measured.max).toBe(values.at(-1) ?? null);
          // the nearest rank: at least half of all are at or below it, and fewer below
          const below = values.filter((one) => one < measured.p50!).length;
          const upTo = values.filter((one) => one <= measured.p50!).length;
          if (values.length > 0) expect(below < values.length / 2 && upTo >= values.length / 2).toBe(true);
        }
        expect(figures.hours.reduce((sum, one) => sum + one.openings, 0)).toBe(openings.length);
        for (const { id, openings: opened, lastDays } of figures.services) {
          const days = openings.filter(({ service }) => `s${service}` === id).map(({ at }) => Math.floor((at + hour) / (24 * hour)));
          // the range ends on its second day in Berlin, at 17:00
          expect(lastDays).toEqual(Array.from({ length: 14 }, (_, n) => days.filter((day) => day === n - 12).length));
          expect(days.length).toBe(opened);
        }
        expect(figures.days.reduce((sum, one) => sum + one.escalated, 0)).toBe(figures.escalated);
        expect(figures.measures[0]!.weeks.reduce((sum, one) => sum + one.measured, 0)).toBe(mtta.length);
        expect(figures.measures[0]!.services.reduce((sum, one) => sum + one.measured, 0)).toBe(mtta.length);
      }),
    );
  });

  it('is the same at a position of the log, whatever stands after it', () => {
    fc.assert(
      fc.property(lives, fc.nat({ max: 100 }), (some, ordinal) => {
        const log = logOf(some);
        expect(figuresOf(log, { ordinal })).toEqual(figuresOf(log.slice(0, ordinal), { ordinal }));
      }),
    );
  });

  it('counts by the clock of its zone: 23:30 UTC on Sunday is Monday in Berlin', () => {
    const at = toMillis('2026-11-08T23:30:00.000Z');
    const facts = [{ ...createFactContent('opened', ['g1', 's1', 't1'], [1, 0]), at, ordinal: 1 }];
    const figures = figuresOf(facts, { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' });
    expect(figures.days).toEqual([{ day: '2026-11-09', openings: 1, escalated: 0 }]);
    expect(figures.hours).toEqual([{ hour: 0, openings: 1 }]);
  });

  it('measures each seven days, counted back from the end of its range', () => {
    const openedOn = (day: string, n: number): ReportFact => ({
      ...createFactContent('opened', [`g${n}`, 's1', 't1'], [n, 0]),
      at: toMillis(`${day}T12:00:00.000Z`),
      ordinal: n,
    });
    // a range that ends with the 25th by the clock of Berlin: its weeks end on the 25th, the 18th and the 11th
    const facts = ['2026-11-11', '2026-11-12', '2026-11-18', '2026-11-19', '2026-11-25'].map((day, n) => openedOn(day, n + 1));
    const [measured] = figuresOf(facts, { from: '2026-11-01T23:00:00.000Z', to: '2026-11-25T23:00:00.000Z' }).measures;
    expect(measured!.weeks.map(({ day, missing }) => [day, missing])).toEqual([
      ['2026-11-11', 1],
      ['2026-11-18', 2],
      ['2026-11-25', 2],
    ]);
  });

  it('measures in working hours only, where its measure says so', () => {
    const at = toMillis('2026-11-06T16:00:00.000Z');
    const facts = [
      { ...createFactContent('opened', ['g1', 's1', 't1'], [1, 0]), at, ordinal: 1 },
      // Friday 17:00 to Monday 10:00 in Berlin: an hour on each
      { ...createFactContent('acknowledged', ['g1', 'person', 'p1']), at: toMillis('2026-11-09T09:00:00.000Z'), ordinal: 2 },
    ];
    const [measured] = figuresOf(facts, {
      from: toInstant(at),
      to: toInstant(at + hour),
      measures: [{ ...namedMeasures[0]!, hours: 'working' }],
    }).measures;
    expect(measured!.all.p50).toBe(2 * hour);
  });

  it('takes percentiles by the nearest rank', () => {
    expect([50, 90, 95, 100].map((percent) => percentileOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], percent))).toEqual([5, 9, 10, 10]);
    expect(percentileOf([7], 50)).toBe(7);
  });
});
