import { hueOf, huesOf } from './person-hue.js';

const people = Array.from({ length: 8 }, (_, n) => `00000000-0000-7000-8000-00000000000${n}`);

it('gives each of eight people a hue of their own, in whatever order they come', () => {
  const hues = huesOf(people);
  expect(new Set(hues.values()).size).toBe(8);
  expect(huesOf(people.toReversed())).toEqual(hues);
});

it('gives whoever is alone the hue that they have everywhere', () => {
  for (const id of people) expect(huesOf([id]).get(id)).toBe(hueOf(id));
});

it('does not change the hues of those who were there before somebody new', () => {
  const before = huesOf(people.slice(0, 4));
  const after = huesOf(people);
  expect([...before].every(([id, hue]) => after.get(id) === hue)).toBe(true);
});

it('has a hue for the ninth', () => expect(huesOf([...people, 'z']).get('z')).toEqual(expect.any(Number)));
