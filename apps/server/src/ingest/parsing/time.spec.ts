import { instant } from '@tocsin/contracts/ids.js';
import fc from 'fast-check';
import { instantOf } from './time.js';

describe('a sender’s timestamp', () => {
  it.each([
    ['2026-11-20T23:11:45Z', '2026-11-20T23:11:45.000Z'],
    ['2026-11-20T23:11:45.1Z', '2026-11-20T23:11:45.100Z'],
    ['2026-11-20T23:11:45.126Z', '2026-11-20T23:11:45.126Z'],
    ['2026-11-20T23:11:45.146906029Z', '2026-11-20T23:11:45.146Z'],
    ['2026-11-20T23:11:45.999999999Z', '2026-11-20T23:11:45.999Z'],
    ['2026-11-20T23:11:45,5Z', '2026-11-20T23:11:45.500Z'],
    ['2015-07-17T08:42:58.315+0000', '2015-07-17T08:42:58.315Z'],
    ['2026-11-20T23:11:45+02:00', '2026-11-20T21:11:45.000Z'],
    ['2026-11-20T23:11:45-0530', '2026-11-21T04:41:45.000Z'],
    ['2026-11-20T23:11:45+01', '2026-11-20T22:11:45.000Z'],
    ['2026-11-20T23:11:45', '2026-11-20T23:11:45.000Z'],
    ['2026-11-20 23:11:45', '2026-11-20T23:11:45.000Z'],
    ['2026-11-20 23:11:45 UTC', '2026-11-20T23:11:45.000Z'],
    ['2026-11-20T23:11Z', '2026-11-20T23:11:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['1767323045', '2026-01-02T03:04:05.000Z'],
    [1767323045, '2026-01-02T03:04:05.000Z'],
    [1767323045678, '2026-01-02T03:04:05.678Z'],
  ])('%s is %s', (input, expected) => expect(instantOf(input)).toBe(expected));

  it.each([
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '',
    'yesterday',
    '2026-13-01',
    '2026-11-32',
    '2026-11-20T25:00:00Z',
    0,
    -1,
    1e300,
    Number.NaN,
    null,
    undefined,
    {},
    [],
  ])('%s is none', (input) => expect(instantOf(input)).toBeNull());

  it('is always an instant of the contract, or none', () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: 0, max: 4e12 }));
    const digits = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:?\d\d)?$/);
    fc.assert(
      fc.property(fc.oneof(number, digits), (input) => {
        const read = instantOf(input);
        expect(read === null ? null : instant.parse(read)).toBe(read);
      }),
    );
  });
});
