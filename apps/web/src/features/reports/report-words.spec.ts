import { writeTimesAs } from '../../data/time/times.js';
import { dateName, rangeName } from './report-words.js';
import { openingsSearchOf } from './search.js';

const zone = 'Europe/Berlin';

describe('the range of a report', () => {
  afterEach(() => void writeTimesAs(undefined));

  it('is named by its days and year, also over a change of the clock', () => {
    expect(rangeName({ from: '2026-03-27T23:00:00.000Z', to: '2026-03-30T22:00:00.000Z', zone })).toBe(
      '28 Mar 2026 – 30 Mar 2026, Berlin time',
    );
    expect(rangeName({ from: '2025-11-25T23:00:00.000Z', to: '2026-11-26T23:00:00.000Z', zone })).toBe(
      '26 Nov 2025 – 26 Nov 2026, Berlin time',
    );
    expect(rangeName({ from: '2026-11-25T23:00:00.000Z', to: '2026-11-26T23:00:00.000Z', zone })).toBe('26 Nov 2026, Berlin time');
  });

  it('is named by its days where the clock skips midnight', () => {
    expect(rangeName({ from: '2026-09-06T04:00:00.000Z', to: '2026-09-07T03:00:00.000Z', zone: 'America/Santiago' })).toBe(
      '6 Sept 2026, Santiago time',
    );
    expect(rangeName({ from: '2026-09-05T04:00:00.000Z', to: '2026-09-06T04:00:00.000Z', zone: 'America/Santiago' })).toBe(
      '5 Sept 2026, Santiago time',
    );
  });

  it('has times where it does not begin or end at midnight', () => {
    const range = { from: '2026-11-25T23:00:00.000Z', to: '2026-11-26T11:30:00.000Z', zone };
    expect(rangeName(range)).toBe('26 Nov 2026 00:00 – 26 Nov 2026 12:30, Berlin time');
    writeTimesAs('12h');
    expect(rangeName({ ...range, to: '2026-11-26T11:00:00.000Z' })).toMatch(/12:00 pm, Berlin time$/i);
    expect(rangeName({ ...range, to: '2026-11-26T23:00:00.000Z' })).toBe('26 Nov 2026, Berlin time');
  });

  it('names a day for a date', () => {
    expect(dateName('2027-02-03')).toBe('3 Feb 2027');
  });
});

it('the openings behind a number are asked for by the clock of the report', () => {
  const order = { from: 'a', to: 'b', zone: 'Asia/Tokyo', ordinal: 7, service: null, team: 't', urgency: null };
  expect(openingsSearchOf(order as never)).toEqual({ from: 'a', to: 'b', zone: 'Asia/Tokyo', ordinal: '7', team: 't' });
});
