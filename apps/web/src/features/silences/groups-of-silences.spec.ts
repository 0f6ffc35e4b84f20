import { groupsOfSilences } from './groups-of-silences.js';

it('a group that several silences suppress counts for each of them', () => {
  const counts = [
    { values: { mutedBy: 'a' }, count: 3 },
    { values: { mutedBy: 'a b' }, count: 2 },
    { values: { mutedBy: null }, count: 7 },
  ];
  expect([...groupsOfSilences(counts)]).toEqual([
    ['a', 5],
    ['b', 2],
  ]);
});
