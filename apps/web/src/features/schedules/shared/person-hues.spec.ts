import { huesOf } from './person-hues.js';

const people = Array.from({ length: 10 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`);

it('gives each of ten people a hue of their own, in whatever order they come', () => {
  const hues = huesOf(people);
  expect(new Set(hues.values()).size).toBe(10);
  expect(huesOf(people.toReversed())).toEqual(hues);
});

it('does not change the hues of those who were there before somebody new', () => {
  const before = huesOf(people.slice(0, 4));
  const after = huesOf(people);
  expect([...before].every(([id, hue]) => after.get(id) === hue)).toBe(true);
});

it('has a hue for the eleventh', () => expect(huesOf([...people, 'z']).get('z')).toEqual(expect.any(Number)));
