import { indexOf, isHeading, keyAt, lineAt, linesIn, nextRow, placedBelow } from './layout.js';
import type { SectionRows } from './held-rows.js';

const stand = (part: SectionRows['part'], ids: string, total = ids.length, group: string = part): SectionRows => ({
  key: `${group}/${part}`,
  group,
  part,
  ids: ids.split(''),
  total,
});
const sections = placedBelow([stand('firing.high', 'ab', 4), stand('acknowledged', ''), stand('resolved', 'xy')]);
const words = Array.from({ length: linesIn(sections) }, (_, index) => {
  const line = lineAt(sections, index);
  return line.kind === 'row' ? line.id : line.kind === 'gap' ? '·' : line.section.part;
});

it('sections stand below each other, with places for what is not loaded; an empty one is left out', () => {
  expect(words).toEqual(['firing.high', 'a', 'b', '·', '·', 'resolved', 'x', 'y']);
  expect([indexOf(sections, 'b'), indexOf(sections, 'x'), indexOf(sections, 'z'), indexOf(sections, undefined)]).toEqual([2, 6, -1, -1]);
});

it('each line has a key of its own: a row’s is its id, so that it keeps what it is where it moves', () => {
  const lines = words.map((_, index) => index);
  expect(lines.map((index) => keyAt(sections, index))).toEqual(['firing.high', 'a', 'b', 3, 4, 'resolved', 'x', 'y']);
  expect(lines.filter((index) => isHeading(sections, index))).toEqual([0, 5]);
});

it('the keyboard goes from row to row, over what is none', () => {
  expect([nextRow(sections, -1, 1)?.id, nextRow(sections, 2, 1)?.id, nextRow(sections, 6, -1)?.id]).toEqual(['a', 'x', 'b']);
  expect([nextRow(sections, 7, 1), nextRow(sections, 1, -1), nextRow([], -1, 1)]).toEqual([undefined, undefined, undefined]);
});

describe('sections of one group', () => {
  const rows = [stand('firing.high', 'ab', 2, 'api'), stand('acknowledged', 'c', 1, 'api'), stand('firing.high', 'd', 1, 'db')];
  const keysOf = (closed: readonly string[]) => {
    const placed = placedBelow(rows, new Set(closed));
    return Array.from({ length: linesIn(placed) }, (_, index) => keyAt(placed, index));
  };

  it('share one heading', () => expect(keysOf([])).toEqual(['api', 'a', 'b', 'c', 'db', 'd']));

  it('are one line while it is closed, and no row of it is found', () => {
    expect(keysOf(['api'])).toEqual(['api', 'db', 'd']);
    const placed = placedBelow(rows, new Set(['api']));
    expect([indexOf(placed, 'a'), indexOf(placed, 'c'), indexOf(placed, 'd'), nextRow(placed, -1, 1)?.id]).toEqual([-1, -1, 2, 'd']);
  });
});
