import { snap } from './snap.js';

const minute = 60_000;
const marks = [540 * minute, 1_020 * minute];

it('lands on a handoff within reach, the nearest of them', () => expect(snap(553 * minute, marks, 30 * minute, 0)).toBe(540 * minute));

it('else on the nearest half hour', () => expect(snap(623 * minute, marks, 30 * minute, 0)).toBe(630 * minute));

it('counts half hours from midnight, also where midnight lies at a quarter', () =>
  expect(snap(100 * minute, [], 0, 15 * minute)).toBe(105 * minute));
