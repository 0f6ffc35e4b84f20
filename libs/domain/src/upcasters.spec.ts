import { events } from '@tocsin/contracts/catalogue.js';
import { upcasters } from './registry.js';

it('there is an upcaster from every version of an event to the next', () => {
  const neededVersions = Object.entries(events).flatMap(([type, { v }]) => Array.from({ length: v - 1 }, (_, n) => `${type}@${n + 1}`));
  expect(Object.keys(upcasters).toSorted()).toEqual(neededVersions.toSorted());
});
