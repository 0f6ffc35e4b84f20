import papa from 'papaparse';
import type { ReportName, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { reportCsv } from './report-csv.js';

const order = (report: ReportName): ReportOrder => ({
  report,
  version: 1,
  // a day of 23 hours is in it
  from: '2026-03-27T23:00:00.000Z',
  to: '2026-03-29T22:00:00.000Z',
  zone: 'Europe/Berlin',
  zones: '2026c',
  ordinal: 7,
  service: null,
  team: null,
  urgency: null,
  measures: [],
});
const hour = 3_600_000;
const durations = { measured: 2, missing: 1, mean: 61_500, p50: 60_000, p90: 63_000, p95: 63_000, max: 63_000 };
const ana = { personId: 'ana', shifts: 1, onCall: 23 * hour, nights: 7 * hour, weekends: 23 * hour, holidays: 0 };
const figures = {
  response: {
    measures: [
      {
        measure: { name: 'mtta' },
        all: durations,
        services: [
          { id: 'shop', ...durations },
          { id: null, ...durations },
        ],
      },
    ],
  },
  load: { people: [{ ...ana, interruptions: 3, sleep: 2, weekend: 3, holiday: 0 }] },
  noise: {
    rules: [
      {
        number: 4,
        serviceId: 'gone',
        openings: 5,
        actionable: 1,
        acknowledgedOnly: 2,
        resolvedItself: 1,
        answeredYes: 0,
        answeredNo: 1,
        marked: 2,
        flaps: 1,
        repeats: 9,
        interruptions: 4,
        sleep: 3,
        needless: 3,
        sleepers: [{ personId: 'ana', pages: 3, minutes: 95 }],
      },
    ],
  },
  delivery: { channels: [{ channel: 'sms', attempts: 3, retries: 1, sent: 2, delivered: 2, read: 0, failed: 1, toSent: durations }] },
  cost: {
    lines: [
      { connectionId: 'twilio', country: '+41', teamId: 'ops', messages: 2, parts: 3, calls: 1, minutes: 2 },
      { connectionId: 'gone', country: '+1', teamId: null, messages: 1, parts: 1, calls: 0, minutes: 0 },
    ],
  },
};
/** One name would be run by a spreadsheet. */
const names = {
  people: new Map([['ana', { name: '=HYPERLINK("http://x")' }]]),
  services: new Map([['shop', { name: 'Größe, "groß"' }]]),
  teams: new Map([['ops', { name: 'Operations' }]]),
  connections: new Map([['twilio', { name: 'Twilio EU', fields: { prices: 'EUR +41 0.07 0.02' } }]]),
};
const tableOf = (report: ReportName) => {
  const text = reportCsv(order(report), figures[report], names);
  const { data, errors } = papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return { text, rows: data };
};

describe('a report as a table', () => {
  it.each(['response', 'load', 'noise', 'delivery', 'cost'] as const)('has the days and the zone of its period: %s', (report) => {
    const { text, rows } = tableOf(report);
    // Excel needs the mark to read UTF-8
    expect(text.startsWith('\uFEFF"')).toBe(true);
    for (const row of rows) {
      expect([row['from (Europe/Berlin)'], row['to (Europe/Berlin)']]).toEqual(['2026-03-28', '2026-03-29']);
      expect(Object.values(row)).not.toContain(undefined);
    }
  });

  it('has a unit in the header of each duration', () => {
    const { rows } = tableOf('response');
    expect(rows.map((row) => [row['service'], row['measured'], row['others'], row['mean ms'], row['90 % ms']])).toEqual([
      ['all', '2', '1', '61500', '63000'],
      ['Größe, "groß"', '2', '1', '61500', '63000'],
      ['', '2', '1', '61500', '63000'],
    ]);
    expect(tableOf('load').rows[0]).toMatchObject({ 'on-call h': '23', 'night h': '7', 'weekend h': '23', interruptions: '3' });
    expect(tableOf('delivery').rows[0]).toMatchObject({ 'to sent: mean ms': '61500', failed: '1' });
  });

  it('has SMS, their parts, calls and begun minutes by connection, country and team', () => {
    const [line, ofCode] = tableOf('cost').rows;
    // a number with its sign is text to a spreadsheet
    expect(line).toMatchObject({
      connection: 'Twilio EU',
      team: 'Operations',
      SMS: '2',
      'SMS parts': '3',
      calls: '1',
      'begun minutes': '2',
      cost: '0.25',
      currency: 'EUR',
    });
    expect(line!['country']).toMatch(/^'?\+41$/);
    expect(ofCode).toMatchObject({ connection: 'gone', team: '', cost: '' });
  });

  it('never has a name that a spreadsheet would run, and the id of a service that is gone', () => {
    expect(tableOf('load').rows[0]).toMatchObject({ person: `'=HYPERLINK("http://x")`, id: 'ana' });
    expect(tableOf('noise').rows[0]).toMatchObject({ 'first alert group': '#4', service: 'gone', needless: '3', 'minutes of sleep': '95' });
  });
});
