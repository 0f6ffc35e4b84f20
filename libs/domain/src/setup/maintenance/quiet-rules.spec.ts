import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { spansAfter, type WindowTimes } from './occurrences.js';

// What the page of settled rules says of recurring windows, by its numbers: the first occurrences from January 2026 on.
const occurrences = (
  rule: string | null,
  from: string,
  to: string,
  zone = 'UTC',
  more: Partial<WindowTimes> = {},
  count = 3,
): readonly string[] =>
  spansAfter({ from, to, zone, rule, skipped: [], endedEarly: [], ...more }, toMillis('2026-01-01T00:00:00.000Z'), count).map(
    (span) => `${toInstant(span.from).slice(5, 16)} ${toInstant(span.to).slice(5, 16)}`,
  );

describe('rule 8: both edges are times of the clock', () => {
  const yearly = 'FREQ=YEARLY';
  it.each<[string, string, string, string, string]>([
    // skipped from 02:00 to 03:00 in Berlin: one hour shorter across it, and whole where it begins in it
    ['across the hour that is skipped', '2026-03-29T01:00', '2026-03-29T04:00', 'Europe/Berlin', '03-29T00:00 03-29T02:00'],
    ['beginning in it', '2026-03-29T02:30', '2026-03-29T03:30', 'Europe/Berlin', '03-29T01:00 03-29T02:00'],
    ['ending in it', '2026-03-29T01:30', '2026-03-29T02:30', 'Europe/Berlin', '03-29T00:30 03-29T01:00'],
    ['across the hour that is repeated', '2026-10-25T01:00', '2026-10-25T04:00', 'Europe/Berlin', '10-24T23:00 10-25T03:00'],
    ['beginning in it: the first time', '2026-10-25T02:30', '2026-10-25T03:30', 'Europe/Berlin', '10-25T00:30 10-25T02:30'],
    ['ending in it: the first time', '2026-10-25T01:30', '2026-10-25T02:30', 'Europe/Berlin', '10-24T23:30 10-25T00:30'],
    ['half an hour that is skipped', '2026-10-04T02:15', '2026-10-04T03:15', 'Australia/Lord_Howe', '10-03T15:30 10-03T16:30'],
    ['half an hour that is repeated', '2026-04-05T01:45', '2026-04-05T02:45', 'Australia/Lord_Howe', '04-04T14:45 04-04T16:15'],
  ])('%s', (_name, from, to, zone, expected) => {
    expect(occurrences(null, from, to, zone)).toEqual([expected]);
    expect(occurrences(yearly, from, to, zone, {}, 1)).toEqual([expected]);
  });

  it.each<[string, string, string, string, readonly string[]]>([
    ['meet', 'FREQ=DAILY;COUNT=3', '2026-02-01T00:00', '2026-02-02T00:00', ['02-01T00:00 02-04T00:00']],
    ['overlap', 'FREQ=DAILY;COUNT=2', '2026-02-01T00:00', '2026-02-02T06:00', ['02-01T00:00 02-03T06:00']],
    ['neither', 'FREQ=DAILY;COUNT=2', '2026-02-01T00:00', '2026-02-01T23:59', ['02-01T00:00 02-01T23:59', '02-02T00:00 02-02T23:59']],
  ])('occurrences that %s', (_name, rule, from, to, expected) => {
    expect(occurrences(rule, from, to)).toEqual(expected);
  });
});

describe('rule 9: the rule', () => {
  const hour = ['T02:00', 'T03:00'] as const;
  it.each<[string, string, readonly string[]]>([
    ['FREQ=DAILY', '2026-02-01', ['02-01', '02-02', '02-03']],
    ['FREQ=DAILY;INTERVAL=2', '2026-02-01', ['02-01', '02-03', '02-05']],
    ['FREQ=WEEKLY', '2026-02-04', ['02-04', '02-11', '02-18']],
    ['FREQ=WEEKLY;BYDAY=MO,FR', '2026-02-04', ['02-06', '02-09', '02-13']],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-02-06', ['02-06', '02-09', '02-10']],
    ['FREQ=MONTHLY', '2026-01-31', ['01-31', '03-31', '05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-15', ['01-31', '02-28', '03-31']],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-02-01', ['02-10', '03-10', '04-14']],
    ['FREQ=MONTHLY;BYDAY=-1SU', '2026-02-01', ['02-22', '03-29', '04-26']],
    ['FREQ=YEARLY', '2024-02-29', ['02-29']],
    ['FREQ=DAILY;COUNT=2', '2026-02-01', ['02-01', '02-02']],
    ['FREQ=WEEKLY;BYDAY=SU;COUNT=2', '2026-02-04', ['02-08', '02-15']],
    ['FREQ=DAILY;UNTIL=20260202T020000Z', '2026-02-01', ['02-01', '02-02']],
    ['FREQ=DAILY;UNTIL=20260202T015959Z', '2026-02-01', ['02-01']],
    ['FREQ=DAILY;UNTIL=20260202T020000', '2026-02-01', ['02-01', '02-02']],
    ['FREQ=DAILY;UNTIL=20260202', '2026-02-01', ['02-01', '02-02']],
    ['FREQ=HOURLY', '2026-02-01', []],
    ['FREQ=MINUTELY', '2026-02-01', []],
  ])('%s from %s', (rule, day, expected) => {
    const count = rule === 'FREQ=YEARLY' ? 1 : 3;
    expect(occurrences(rule, day + hour[0], day + hour[1], 'UTC', {}, count).map((one) => one.slice(0, 5))).toEqual(expected);
  });

  it('UNTIL with Z is an instant: in New York three in the morning of UTC is the evening before', () => {
    const until = (rule: string) => occurrences(rule, '2026-02-01T22:00', '2026-02-01T23:00', 'America/New_York').length;
    expect(['FREQ=DAILY;UNTIL=20260203T025959Z', 'FREQ=DAILY;UNTIL=20260203T030000Z', 'FREQ=DAILY;UNTIL=20260202'].map(until)).toEqual([
      1, 2, 2,
    ]);
  });

  it('one occurrence is skipped or ended early without touching the others', () => {
    const daily = (more: Partial<WindowTimes>) => occurrences('FREQ=DAILY', '2026-02-01T02:00', '2026-02-01T03:00', 'UTC', more);
    expect(daily({ skipped: ['2026-02-02T02:00:00.000Z'] })).toEqual([
      '02-01T02:00 02-01T03:00',
      '02-03T02:00 02-03T03:00',
      '02-04T02:00 02-04T03:00',
    ]);
    expect(daily({ endedEarly: [{ from: '2026-02-02T02:20:00.000Z', until: '2026-02-02T03:00:00.000Z' }] })[1]).toBe(
      '02-02T02:00 02-02T02:20',
    );
  });
});
