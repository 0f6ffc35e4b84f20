import { inputOf, instantOf } from './zone-inputs.js';

it('shows an instant on the clock of a zone, and reads it back', () => {
  const at = Date.parse('2026-11-23T08:00:00Z');
  expect(inputOf(at, 'Asia/Kathmandu')).toBe('2026-11-23T13:45');
  expect(instantOf('2026-11-23T13:45', 'Asia/Kathmandu')).toBe(at);
});

it('takes the hour after a skipped one, and the first of a doubled one', () => {
  const read = (input: string) => new Date(instantOf(input, 'Europe/Berlin')!).toISOString();
  expect([read('2026-03-29T02:30'), read('2026-10-25T02:30')]).toEqual(['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z']);
});

it('has no instant for a field that is empty', () => expect(instantOf('', 'UTC')).toBeNull());
