import { Temporal } from 'temporal-polyfill';
import { isDeep } from '@tocsin/testing/tier.js';
import { loadLatestZoneTable, loadZoneTable } from './zone-table.js';

const table = loadLatestZoneTable();
const names = isDeep ? table.names : table.names.filter((_, index) => index % 25 === 0);
const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const shownWall = (wall: number) => Temporal.Instant.fromEpochMilliseconds(wall).toString().replace(':00Z', '');
const first = (zone: string, wall: string) =>
  Temporal.Instant.fromEpochMilliseconds(table.zone(zone)!.firstAt(instant(`${wall}Z`))).toString();

it('knows all zones of IANA, also by names of old, and no others', () => {
  expect(table.names.length).toBeGreaterThan(500);
  expect(table.names).toEqual(
    expect.arrayContaining(['Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'Europe/Kyiv', 'UTC']),
  );
  expect(table.zone('Mars/Olympus')).toBeUndefined();
  expect(() => loadZoneTable('1999z')).toThrow('There is no zone table 1999z.');
});

it.each(names)('shows what the clock of %s shows, before and after each change', (name) => {
  const zone = table.zone(name)!;
  const differences: string[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from('2020-01-01T00:00Z').toZonedDateTimeISO(name);
  while (at !== null && at.year < 2036) {
    for (const beside of [at.subtract({ minutes: 1 }), at, at.add({ minutes: 1 })]) {
      const offset = zone.wallAt(beside.epochMilliseconds) - beside.epochMilliseconds;
      if (offset * 1e6 !== beside.offsetNanoseconds) differences.push(beside.toString());
    }
    at = at.getTimeZoneTransition('next');
  }
  expect(differences).toEqual([]);
});

describe('the first instant at which a clock shows a time', () => {
  it.each([
    ['Europe/Berlin', '2026-01-15T09:00', '2026-01-15T08:00:00Z', 'an ordinary one'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00Z', 'a skipped one: the first after'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00Z', 'the end of what is skipped'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00Z', 'a doubled one: the first of the two'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00Z', 'the end of what is doubled'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00Z', 'a change of 30 minutes'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z', 'and back'],
    ['Pacific/Apia', '2011-12-30T09:00', '2011-12-30T10:00:00Z', 'a day that was left out'],
    ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00:00Z', 'a midnight that was skipped'],
    ['Africa/Cairo', '2024-04-26T00:30', '2024-04-25T22:00:00Z', 'a zone that began again to change'],
  ])('%s %s is %s: %s', (zone, wall, at) => {
    expect(first(zone, wall)).toBe(at);
  });

  it('is what the clock shows then, or later', () => {
    const zone = table.zone('Europe/Berlin')!;
    expect(shownWall(zone.wallAt(zone.firstAt(instant('2026-03-29T02:30Z'))))).toBe('2026-03-29T03:00');
  });
});
