import fc from 'fast-check';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { findLatestZone } from '../../setup/schedules/shared/latest-zones.js';
import { cronProblemOf, marksOf } from './cron.js';
import { calendarOf, defaultGraceOf, nextMarks, remembering } from './marks.js';
import { cronAt } from './heartbeats.fixture.js';

const marks = (cron: string, zone: string, at: string, count: number): readonly string[] =>
  nextMarks({ kind: 'cron', cron, zone }, at, count).map((mark) => mark.slice(5, 16));

describe('marks in Berlin', () => {
  const spring = '2026-03-29T00:30:00.000Z';
  const autumn = '2026-10-24T23:50:00.000Z';

  it('that are skipped come at the first instant after, together once', () => {
    expect(marks('30 2 * * *', 'Europe/Berlin', spring, 2)).toEqual(['03-29T01:00', '03-30T00:30']);
    expect(marks('*/20 2 * * *', 'Europe/Berlin', spring, 2)).toEqual(['03-29T01:00', '03-30T00:00']);
    expect(marks('*/15 * * * *', 'Europe/Berlin', spring, 3)).toEqual(['03-29T00:45', '03-29T01:00', '03-29T01:15']);
  });

  it('that are repeated come the first time', () => {
    expect(marks('30 2 * * *', 'Europe/Berlin', autumn, 2)).toEqual(['10-25T00:30', '10-26T01:30']);
    expect(marks('*/30 2 * * *', 'Europe/Berlin', autumn, 3)).toEqual(['10-25T00:00', '10-25T00:30', '10-26T01:00']);
    expect(marks('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', 2)).toEqual(['10-25T02:00', '10-25T02:30']);
  });
});

it('a clock that is changed by half an hour has its marks', () => {
  // Lord Howe goes from UTC+11 to UTC+10:30 on 5 April 2026 at 02:00, and back on 4 October
  expect(marks('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00:00.000Z', 2)).toEqual(['04-04T14:45', '04-05T15:15']);
  expect(marks('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00.000Z', 2)).toEqual(['10-03T15:30', '10-04T15:15']);
});

it('29 February comes every four years', () =>
  expect(nextMarks({ kind: 'cron', cron: '0 0 29 2 *', zone: 'UTC' }, '2026-11-21T00:00:00.000Z', 2)).toEqual([
    '2028-02-29T00:00:00.000Z',
    '2032-02-29T00:00:00.000Z',
  ]));

it('a field of days that begins with a star is not set', () => {
  expect(marks('0 0 */2 * 1', 'UTC', '2026-11-28T08:00:00.000Z', 2)).toEqual(['12-07T00:00', '12-21T00:00']);
  expect(marks('0 0 1 * 1', 'UTC', '2026-11-28T08:00:00.000Z', 2)).toEqual(['11-30T00:00', '12-01T00:00']);
});

describe('an expression', () => {
  it.each(['0 3 * * *', '*/5 9-17 * * mon-fri', '0 0 * * 7', '@daily', '@Midnight', '0 0 29 2 *'])('%s can be used', (cron) =>
    expect(cronProblemOf(cron)).toBeNull(),
  );
  it.each(['@reboot', 'CRON_TZ=UTC 0 3 * * *', 'H 3 * * *', '0 0 ? * 1', '* * * * * *', '0 0 31 2 *', '0 3 * *', '61 * * * *', 'daily'])(
    '%s can’t, and why is said',
    (cron) => expect(cronProblemOf(cron)).toEqual(expect.any(String)),
  );
});

it('the last mark and the next lie around each instant, whatever the clock does', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'UTC');
  const crons = fc.constantFrom('*/15 * * * *', '30 2 * * *', '0 */2 * * *', '15,45 1-3 * * *', '0 0 * * 0');
  const at = fc.integer({ min: toMillis('2026-01-01T00:00:00.000Z'), max: toMillis('2026-12-31T00:00:00.000Z') });
  fc.assert(
    fc.property(zones, crons, at, (zone, cron, now) => {
      const calendar = calendarOf({ cron, zone }, '2026c');
      const [past, next] = [calendar.upTo(now)!, calendar.after(now)];
      expect([toInstant(past) <= toInstant(now), next > now]).toEqual([true, true]);
      expect([calendar.after(past - 1), calendar.after(past), calendar.upTo(next)]).toEqual([past, next, next]);
    }),
    { numRuns: 300 },
  );
});

it('grace is the smallest gap, within a minute and an hour', () => {
  const graceOf = (cron: string): number => defaultGraceOf(cronAt(cron), '2026-11-21T00:00:00.000Z');
  expect([graceOf('* * * * *'), graceOf('0,10 * * * *'), graceOf('0 3 * * *')]).toEqual([1, 10, 60]);
  expect(defaultGraceOf({ kind: 'interval', every: 5 }, '')).toBe(5);
});

it('marks are the same remembered as worked out, and many questions of one gap are worked out once', () => {
  const worked = marksOf('*/7 3,9 * * *', findLatestZone('Europe/Berlin')!);
  let questions = 0;
  const counting = {
    after: (at: number) => ((questions += 1), worked.after(at)),
    upTo: (at: number) => ((questions += 1), worked.upTo(at)),
  };
  const remembered = remembering(counting);
  const begin = toMillis('2026-03-28T20:00:00.000Z');
  const asked = fc.array(fc.tuple(fc.boolean(), fc.nat(12 * 60)), { minLength: 5, maxLength: 30 });
  fc.assert(
    fc.property(asked, (questionsOfIt) => {
      for (const [isAfter, minutes] of questionsOfIt) {
        const at = begin + minutes * 60_000;
        expect(isAfter ? remembered.after(at) : remembered.upTo(at)).toBe(isAfter ? worked.after(at) : worked.upTo(at));
      }
    }),
    { numRuns: 50 },
  );
  questions = 0;
  for (let n = 0; n < 100; n += 1) {
    remembered.upTo(begin + n);
    remembered.after(begin + n);
  }
  expect(questions).toBe(2);
});
