import { ids, names } from '../../data/names.fixture.js';
import { differenceLines } from './difference-words.js';

const hour = 3_600_000;
const words = { nameOf: names().person, momentOf: () => 'Mon 09:00', within: 'the next 4 weeks' };
const at = '2026-11-30T08:00:00.000Z';

it('says who gains and loses how much, and who is on call instead of whom', () =>
  expect(
    differenceLines(
      {
        people: [
          { personId: ids.bo, before: 20 * hour, after: 6 * hour },
          { personId: ids.ana, before: 0, after: 14 * hour },
          { personId: ids.carla, before: hour, after: 2.5 * hour },
        ],
        changes: [
          { at, before: [ids.bo], after: [ids.ana] },
          { at, before: [ids.ana], after: [] },
          { at, before: [], after: [ids.ana, ids.bo] },
        ],
        orphaned: [],
        orphanedCovers: [],
      },
      words,
    ),
  ).toEqual([
    'Ana +14 h, Carla +1.5 h, Bo −14 h in the next 4 weeks.',
    'Mon 09:00: Ana on call instead of Bo.',
    'Mon 09:00: no one is on call instead of Ana.',
    'Mon 09:00: Ana and Bo on call instead of no one.',
  ]));

it('says that nothing changes, and which overrides change nothing any more', () => {
  const same = { people: [{ personId: ids.ana, before: hour, after: hour }], changes: [], orphanedCovers: [] };
  expect(differenceLines({ ...same, orphaned: [ids.page] }, words)).toEqual([
    'The same people are on call at the same times in the next 4 weeks.',
    '1 override no longer changes anything.',
  ]);
  expect(differenceLines({ ...same, orphaned: [ids.page, ids.group] }, words)[1]).toBe('2 overrides no longer change anything.');
  expect(differenceLines({ ...same, orphaned: [], orphanedCovers: [ids.page] }, words)[1]).toBe(
    '1 cover request can’t be accepted any more.',
  );
});
