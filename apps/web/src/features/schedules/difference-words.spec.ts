import { ids, names } from '../../data/words/names.fixture.js';
import { differenceLines } from './difference-words.js';

const hour = 3_600_000;
const words = {
  meId: ids.carla,
  nameOf: names().person,
  momentOf: () => 'Mon 09:00',
  stretchOf: (from: number, to: number) => `${new Date(from).getUTCHours()}–${new Date(to).getUTCHours()}`,
  overrideOf: (id: string) => (id === ids.page ? 'Bo for Ana' : 'Carla joins'),
  when: 'in the next 4 weeks',
};
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
        told: [],
        changes: [
          { at, before: [ids.bo], after: [ids.ana] },
          { at, before: [ids.ana], after: [] },
          { at, before: [], after: [ids.ana, ids.bo] },
        ],
        orphaned: [],
        moved: [],
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

const none = { people: [], told: [], changes: [], orphaned: [], moved: [], orphanedCovers: [] };
const at8 = { from: '2026-11-30T08:00:00.000Z', to: '2026-11-30T17:00:00.000Z' };
const at12 = { from: '2026-11-30T12:00:00.000Z', to: '2026-11-30T17:00:00.000Z' };

it('says that nothing changes', () => {
  expect(differenceLines(none, words)).toEqual(['The same people are on call at the same times in the next 4 weeks.']);
  expect(differenceLines(none, { ...words, when: '' })).toEqual(['The same people are on call at the same times.']);
});

it('says of a swap that nobody is on call for longer', () =>
  expect(differenceLines({ ...none, changes: [{ at, before: [ids.ana], after: [ids.bo] }] }, words)).toEqual([
    'Everyone’s time on call stays the same, at different times in the next 4 weeks.',
    'Mon 09:00: Bo on call instead of Ana.',
  ]));

it('names the overrides that change nothing any more, and those that act at other times', () =>
  expect(
    differenceLines({ ...none, orphaned: [ids.page], moved: [{ overrideId: ids.group, before: [at8], after: [at12] }] }, words).slice(1),
  ).toEqual(['Override Bo for Ana: no longer changes anything.', 'Override Carla joins: 12–17 instead of 8–17.']));

it('counts them where they are many, and says of one that comes to count that it never did', () => {
  const one = { overrideId: ids.page, before: [], after: [at12] };
  expect(differenceLines({ ...none, moved: [one, one, one, one] }, words).slice(3)).toEqual([
    'Override Bo for Ana: 12–17 instead of never.',
    '1 more overrides change: other times, or no effect.',
  ]);
});

it('counts the cover requests that nobody can accept any more', () => {
  expect(differenceLines({ ...none, orphanedCovers: [ids.page] }, words)[1]).toBe('1 cover request can no longer be accepted.');
  expect(differenceLines({ ...none, orphanedCovers: [ids.page, ids.group] }, words)[1]).toBe('2 cover requests can no longer be accepted.');
});

it('says before saving whom it concerns: who has more or fewer shifts, and whose shifts move', () =>
  expect(
    differenceLines(
      {
        ...none,
        told: [
          { personId: ids.ana, lost: 2, gained: 0 },
          { personId: ids.bo, lost: 0, gained: 1 },
          { personId: ids.carla, lost: 3, gained: 3 },
        ],
      },
      words,
    )[1],
  ).toBe(
    'Shifts of the next 28 days: Ana: 2 shifts fewer, Bo: 1 shift more, Carla (you): 3 shifts moved. Others are told by a quiet message.',
  ));
