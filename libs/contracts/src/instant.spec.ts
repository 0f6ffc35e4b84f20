import { z } from 'zod';
import { instant } from './ids.js';
import { parseInstant } from './instant.js';

describe('an instant', () => {
  it.each([
    ['JavaScript', '2026-11-21T03:12:06.500Z', '2026-11-21T03:12:06.500Z'],
    ['Python, isoformat() in UTC', '2026-11-21T03:12:06+00:00', '2026-11-21T03:12:06.000Z'],
    ['Python, isoformat() with microseconds', '2026-11-21T04:12:06.123456+01:00', '2026-11-21T03:12:06.123Z'],
    ['Go, RFC3339', '2026-11-21T03:12:06Z', '2026-11-21T03:12:06.000Z'],
    ['Go, RFC3339Nano', '2026-11-20T22:12:06.999999999-05:00', '2026-11-21T03:12:06.999Z'],
    ['Go, RFC3339Nano without trailing zeros', '2026-11-21T03:12:06.5Z', '2026-11-21T03:12:06.500Z'],
    ['Java, Instant.toString()', '2026-11-21T03:12:06.123456789Z', '2026-11-21T03:12:06.123Z'],
    ['Java, OffsetDateTime.toString() of a whole minute', '2026-11-21T08:57+05:45', '2026-11-21T03:12:00.000Z'],
    ['Java, OffsetDateTime.toString() of a whole minute in UTC', '2026-11-21T03:12Z', '2026-11-21T03:12:00.000Z'],
    ['Rust, chrono’s to_rfc3339()', '2026-11-21T03:12:06.123456789+00:00', '2026-11-21T03:12:06.123Z'],
    ['.NET, the format “O”', '2026-11-21T03:12:06.1234567+00:00', '2026-11-21T03:12:06.123Z'],
    ['letters in lower case', '2026-11-21t03:12:06z', '2026-11-21T03:12:06.000Z'],
    ['an unknown offset', '2026-11-21T03:12:06-00:00', '2026-11-21T03:12:06.000Z'],
    ['a leap second', '2016-12-31T23:59:60.25Z', '2017-01-01T00:00:00.000Z'],
    ['a leap second elsewhere', '2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
    ['29 February', '2028-02-29T00:00:00+14:00', '2028-02-28T10:00:00.000Z'],
  ])('is read as %s writes it', (_writer, text, utc) => {
    expect([parseInstant(text), instant.parse(text)]).toEqual([utc, utc]);
  });

  it.each(Array.from({ length: 10 }, (_, digits) => digits))('has %d digits of a second', (digits) => {
    const fraction = '987654321'.slice(0, digits);
    const text = `2026-11-21T04:12:06${digits === 0 ? '' : `.${fraction}`}+01:00`;
    expect(parseInstant(text)).toBe(`2026-11-21T03:12:06.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T03:12:06',
    '2026-11-21 03:12:06Z',
    '2026-11-21T03:12:06 01:00',
    '2026-11-21T03:12:06+0100',
    '2026-11-21T03:12:06+01',
    '2026-11-21T03:12:06+24:00',
    '2026-11-21T03:12:06.Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T03:12:60Z',
    '2026-02-29T03:12:06Z',
    '2026-13-01T03:12:06Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+002026-11-21T03:12:06Z',
    '1795230726',
  ])('is not %j', (text) => {
    expect([parseInstant(text), instant.safeParse(text).error?.issues]).toEqual([
      null,
      [expect.objectContaining({ code: 'invalid_format', format: 'datetime' })],
    ]);
  });

  it('is a date-time without a pattern in JSON Schema', () => {
    expect(z.toJSONSchema(instant, { io: 'input' })).toMatchObject({ type: 'string', format: 'date-time' });
    expect(z.toJSONSchema(instant, { io: 'input' })).not.toHaveProperty('pattern');
  });
});
