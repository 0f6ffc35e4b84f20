import { orderOf } from './report-query.js';

const [first, second] = ['0198f000-0000-7000-8000-000000000001', '0198f000-0000-7000-8000-000000000002'];
const defaults = { now: '2026-11-25T22:30:00.000Z', head: 70, timeZone: 'Europe/Berlin', servicesWith: () => [second, first] };
const parseQuery = (query: object) => orderOf('response', query, defaults);
const range = (query: object) => {
  const { from, to } = parseQuery(query);
  return [from, to];
};
const refusalFor = (query: object) => {
  try {
    return parseQuery(query);
  } catch (error) {
    const { code, errors } = error as { code: string; errors: readonly { path: string; message: string }[] };
    return [code, errors.map(({ path, message }) => `${path}: ${message}`)];
  }
};

describe('services by label', () => {
  it('stand in the order by their ids, so that a report can be asked for again', () => {
    expect(parseQuery({ label: 'tier=gold' })).toMatchObject({ label: 'tier=gold', services: [first, second] });
    expect(parseQuery({ label: 'tier=gold', services: second })).toMatchObject({ services: [second] });
    expect(Object.keys(parseQuery({}))).not.toContain('services');
  });

  it('are named by a label and a value', () =>
    expect(refusalFor({ label: 'gold' })).toEqual(['request.invalid', [expect.stringContaining('label')]]));
});

describe('the range that a report is asked for', () => {
  it('is of whole days by the clock of the report, also where the clock changes', () => {
    expect(range({ days: '1' })).toEqual(['2026-11-24T23:00:00.000Z', '2026-11-25T23:00:00.000Z']);
    expect(range({ days: '1', zone: 'Asia/Kathmandu' })).toEqual(['2026-11-25T18:15:00.000Z', '2026-11-26T18:15:00.000Z']);
    expect(range({ from: '2026-03-29', to: '2026-03-29' })).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    expect(range({ from: '2026-10-25', to: '2026-10-25' })).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
  });

  it('takes moments in any zone, with or without milliseconds', () => {
    expect(range({ from: '2026-06-01T02:00:00+02:00', to: '2026-06-01T00:00:01Z' })).toEqual([
      '2026-06-01T00:00:00.000Z',
      '2026-06-01T00:00:01.000Z',
    ]);
  });

  it('may be before the log began or in the future: then it is empty', () => {
    expect(range({ from: '2016-01-01', to: '2016-01-01' })).toEqual(['2015-12-31T23:00:00.000Z', '2016-01-01T23:00:00.000Z']);
    expect(range({ from: '2036-01-01', to: '2036-01-01' })).toEqual(['2035-12-31T23:00:00.000Z', '2036-01-01T23:00:00.000Z']);
  });

  it.each([
    [{ from: '2026-06-02', to: '2026-06-01' }, 'from: Must be before “to”.'],
    [{ from: '2026-06-01T00:00:00Z', to: '2026-06-01T02:00:00+02:00' }, 'from: Must be before “to”.'],
    [{ from: '2016-06-01', to: '2026-06-01' }, 'from: A report covers at most three years.'],
    [{ from: '2026-02-30' }, 'from: Must be a date such as 2026-11-25, or a time such as 2026-11-25T10:00:00Z.'],
    [{ to: 'soon' }, 'to: Must be a date such as 2026-11-25, or a time such as 2026-11-25T10:00:00Z.'],
    [{ zone: 'Mars/Base' }, 'zone: Unknown time zone.'],
    [{ days: '0' }, 'days: Must be at least 1.'],
  ])('is refused with what to change: %j', (query, message) => {
    expect(refusalFor(query)).toEqual(['request.invalid', [message]]);
  });

  it('is of the log up to its end, whatever is asked for', () => {
    expect(parseQuery({ ordinal: '999999' }).ordinal).toBe(70);
  });
});
