import { pieceTimes } from './piece-words.js';

const hour = 3_600_000;
const start = Date.parse('2026-11-23T00:00:00Z');
const times = (from: number, to: number) =>
  pieceTimes({ from: start + from * hour, to: start + to * hour }, { from: start, to: start + 72 * hour }, 'UTC', start);

it('has both times within the answer', () => expect(times(9, 33)).toBe('Mon 23 Nov 09:00 – Tue 24 Nov 09:00'));

it('makes up no time at the edges of the answer', () =>
  expect([times(0, 9), times(9, 72), times(0, 72)]).toEqual(['until Mon 09:00', 'from Mon 09:00 on', 'all of this time']));
