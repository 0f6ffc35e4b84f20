import { carryOver, type SavedEntry } from './carry-over.js';
import { ids } from '../words/names.fixture.js';

const hour = 3_600_000;
const session = (personId: string): SavedEntry => [['session'], { personId }];
const list = (view: string, ...at: [] | [savedAt: number]): SavedEntry => [['view', view, 'list', { all: true }], { rows: [view] }, ...at];
const before = { savedAt: 10 * hour, entries: [session(ids.ana), list('alertGroups'), list('people')] };

it('is a list that is not shown any more, as old as it was kept', () =>
  expect(carryOver(before, [session(ids.ana), list('people')], 10 * hour + 1)).toEqual([list('alertGroups', 10 * hour)]));

it('keeps its age when it is kept again', () => {
  const again = { savedAt: 11 * hour, entries: [session(ids.ana), list('alertGroups', 10 * hour + 5)] };
  expect(carryOver(again, [session(ids.ana)], 11 * hour)).toEqual([list('alertGroups', 10 * hour + 5)]);
});

it('is kept for an hour', () => expect(carryOver(before, [session(ids.ana)], 11 * hour)).toEqual([]));

it('is nothing of somebody else, and nothing where nothing was kept', () => {
  expect(carryOver(before, [session(ids.bo)], 10 * hour)).toEqual([]);
  expect(carryOver(null, [session(ids.ana)], 10 * hour)).toEqual([]);
});
