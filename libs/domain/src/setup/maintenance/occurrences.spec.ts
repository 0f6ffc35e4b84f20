import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { findLatestZone } from '../schedules/shared/latest-zones.js';
import { listSpans, occurrenceFrom, spansAfter, type WindowTimes } from './occurrences.js';

const window = (more: Partial<WindowTimes> = {}): WindowTimes => ({
  from: '2026-10-01T02:30',
  to: '2026-10-01T03:30',
  zone: 'Europe/Berlin',
  rule: 'FREQ=DAILY',
  skipped: [],
  endedEarly: [],
  ...more,
});
const next = (times: WindowTimes, at: string, count = 1): readonly (readonly [string, string])[] =>
  spansAfter(times, toMillis(at), count).map(({ from, to }) => [toInstant(from).slice(0, 16), toInstant(to).slice(0, 16)] as const);

describe('the occurrences of a maintenance window', () => {
  it('are on the clock of its zone; the first of two equal times counts', () => {
    expect(next(window(), '2026-10-24T12:00:00.000Z', 2)).toEqual([
      ['2026-10-25T00:30', '2026-10-25T02:30'],
      ['2026-10-26T01:30', '2026-10-26T02:30'],
    ]);
  });

  it('begin at the first instant after a time that the clock skips, and keep their length', () => {
    expect(next(window({ from: '2026-03-01T02:30', to: '2026-03-01T03:10' }), '2027-03-27T12:00:00.000Z')).toEqual([
      ['2027-03-28T01:00', '2027-03-28T01:40'],
    ]);
  });

  it('are one where they meet or overlap', () => {
    const times = window({ from: '2026-10-05T22:00', to: '2026-10-06T22:00', zone: 'UTC', rule: 'FREQ=WEEKLY;BYDAY=MO,TU' });
    expect(next(times, '2026-10-05T00:00:00.000Z', 2)).toEqual([
      ['2026-10-05T22:00', '2026-10-07T22:00'],
      ['2026-10-12T22:00', '2026-10-14T22:00'],
    ]);
  });

  it('begin with the first that the rule gives', () => {
    const times = window({ from: '2026-10-01T02:00', to: '2026-10-01T03:00', zone: 'UTC', rule: 'FREQ=WEEKLY;BYDAY=SU;COUNT=2' });
    expect(next(times, '2026-09-01T00:00:00.000Z', 3).map(([from]) => from)).toEqual(['2026-10-04T02:00', '2026-10-11T02:00']);
  });

  it.each([
    ['an instant', 'UNTIL=20261003T003000Z', 3],
    ['a time of its clock', 'UNTIL=20261003T023000', 3],
    ['a whole day', 'UNTIL=20261003', 3],
    ['a time before the last', 'UNTIL=20261003T022959', 2],
  ])('end with %s', (_what, until, count) =>
    expect(next(window({ rule: `FREQ=DAILY;${until}` }), '2026-09-01T00:00:00.000Z', 9)).toHaveLength(count),
  );

  it('pass over months without the day', () => {
    const times = window({ from: '2027-01-31T02:00', to: '2027-01-31T03:00', zone: 'UTC', rule: 'FREQ=MONTHLY' });
    expect(next(times, '2027-01-01T00:00:00.000Z', 3).map(([from]) => from)).toEqual([
      '2027-01-31T02:00',
      '2027-03-31T02:00',
      '2027-05-31T02:00',
    ]);
  });

  it('take place without those that are skipped, and end where they were ended', () => {
    const times = window({
      zone: 'UTC',
      skipped: ['2026-10-02T02:30:00.000Z'],
      endedEarly: [{ from: '2026-10-03T03:00:00.000Z', until: '2026-10-03T03:30:00.000Z' }],
    });
    expect(next(times, '2026-10-02T00:00:00.000Z')).toEqual([['2026-10-03T02:30', '2026-10-03T03:00']]);
  });

  it('are skipped whole, however many parts of the rule they are made of', () => {
    const days = window({ from: '2026-10-05T00:00', to: '2026-10-06T00:00', zone: 'UTC', rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' });
    const skipping = { ...days, skipped: ['2026-10-12T00:00:00.000Z'] };
    const following = [['2026-10-19T00:00', '2026-10-24T00:00']];
    for (const day of ['10', '13', '16']) expect(next(skipping, `2026-10-${day}T12:00:00.000Z`)).toEqual(following);
    expect(next(days, '2026-10-16T12:00:00.000Z')).toEqual([['2026-10-12T00:00', '2026-10-17T00:00']]);
  });

  it.each(['FREQ=HOURLY', 'FREQ=SECONDLY', 'BYDAY=MO', 'FREQ=DAILY;BYDAY=XX'])('are none for %s', (rule) =>
    expect(next(window({ rule }), '2026-10-02T00:00:00.000Z')).toEqual([]),
  );

  it('end for a window that never stops', () => {
    const times = window({ from: '2026-10-01T00:00', to: '2026-10-02T00:00', zone: 'UTC' });
    expect(occurrenceFrom(times, '2026-11-01T00:00:00.000Z')!.from <= '2026-11-01T00:00:00.000Z').toBe(true);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'are on the clock of %s over every change of two years',
    (zone) => {
      const clock = findLatestZone(zone)!;
      const changes = clock.changes.filter(
        ({ at }) => at > toMillis('2026-01-01T00:00:00.000Z') && at < toMillis('2028-01-01T00:00:00.000Z'),
      );
      expect(changes.length).toBeGreaterThan(2);
      for (const { at } of changes)
        for (let quarter = -8; quarter < 8; quarter += 1) {
          const wall = clock.wallAt(at) + quarter * 900_000;
          const local = toInstant(wall).slice(0, 16);
          const times = { from: local, to: toInstant(wall + 1_800_000).slice(0, 16), zone, rule: null, skipped: [], endedEarly: [] };
          const found = occurrenceFrom(times, addMillis(toInstant(at), -86_400_000))!;
          const from = toMillis(found.from);
          // no earlier instant shows this time, and a skipped one is the first after
          expect(clock.wallAt(from) >= wall && clock.wallAt(from - 1) !== wall).toBe(true);
          expect(toMillis(found.until) > from).toBe(true);
          if (clock.wallAt(from) !== wall) expect(toMillis(found.until) - from).toBe(1_800_000);
        }
    },
  );

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
    'come back daily by the clock of %s over every change of two years: once a day, at its time, and an hour long but in that night',
    (zone) => {
      const clock = findLatestZone(zone)!;
      const [begin, end] = ['2026-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'].map(toMillis) as [number, number];
      for (const hour of ['00:30', '01:15', '01:45', '02:30', '23:45']) {
        const to = toInstant(toMillis(`2026-01-01T${hour}:00.000Z`) + 3_600_000).slice(0, 16);
        const times = { from: `2026-01-01T${hour}`, to, zone, rule: 'FREQ=DAILY', skipped: [], endedEarly: [] };
        const spans = listSpans(times, { from: begin + 2 * 86_400_000, to: end - 2 * 86_400_000 });
        const days = spans.map(({ from }) => toInstant(clock.wallAt(from)).slice(0, 10));
        // every day, and none twice
        expect(days.length).toBeGreaterThan(720);
        expect(
          days.slice(1).every((one, n) => toMillis(`${one}T00:00:00.000Z`) - toMillis(`${days[n]!}T00:00:00.000Z`) === 86_400_000),
        ).toBe(true);
        const isAtChange = ({ from, to: until }: (typeof spans)[number]) =>
          clock.changes.some(({ at }) => at > from - 7_200_000 && at < until + 7_200_000);
        for (const span of spans.filter((one) => !isAtChange(one))) {
          expect(toInstant(clock.wallAt(span.from)).slice(11, 16)).toBe(hour);
          expect(span.to - span.from).toBe(3_600_000);
        }
        // a skipped beginning is the first instant after it, a repeated one the first
        for (const { from } of spans.filter(isAtChange)) {
          const wall = toMillis(`${toInstant(clock.wallAt(from)).slice(0, 10)}T${hour}:00.000Z`);
          expect(from).toBe(clock.firstAt(wall));
        }
      }
    },
  );
});

it('one that takes place once is found however far ahead it is planned', () => {
  const once: WindowTimes = {
    from: '2040-01-01T02:00',
    to: '2040-01-01T04:00',
    zone: 'Europe/Berlin',
    rule: null,
    skipped: [],
    endedEarly: [],
  };
  expect(spansAfter(once, toMillis('2026-11-21T03:12:00.000Z'), 2)).toHaveLength(1);
});
