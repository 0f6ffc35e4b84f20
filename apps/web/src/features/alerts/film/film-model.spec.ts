import type { FilmAnswer } from '@tocsin/contracts/film/film.js';
import { longestGap, partFor, partSize, play, rowsOfFrames } from './film-model.js';

const frames = (count: number) => Array.from({ length: count }, () => ({ changes: [] })) as unknown as FilmAnswer['frames'];

it('each frame has the rows that its changes and all before lead to', () => {
  const before = { alertGroups: { title: 'Disk', alerts: 1 } } as never;
  const changes = [[[['alertGroups', 'alerts'], 2]], [], [[['alertGroups', 'title'], 'Disks']]];
  const rows = rowsOfFrames({ before, frames: changes.map((one) => ({ changes: one })) as never });
  expect(rows).toEqual([
    { alertGroups: { title: 'Disk', alerts: 2 } },
    { alertGroups: { title: 'Disk', alerts: 2 } },
    { alertGroups: { title: 'Disks', alerts: 2 } },
  ]);
  expect(rows[1]).toBe(rows[0]);
});

it('a frame is looked for in the part that has it, also where a part is cut short', () => {
  const part = { from: 200, frames: frames(30), count: 1_000 };
  expect(partFor(229, part)).toBeNull();
  expect(partFor(230, part)).toBe(230);
  expect(partFor(199, part)).toBe(0);
  expect(partFor(999, part)).toBe(Math.floor(999 / partSize) * partSize);
  expect(partFor(1_000, { ...part, count: 230 })).toBeNull();
});

describe('playing', () => {
  const minute = 60_000;
  const instants = [0, 1_000, 1_000, minute, minute + 500];

  it('shows frames of one instant at once, and shortens a quiet time', () => {
    expect(play(0, 999, 0, instants)).toEqual({ frame: 0, left: 999 });
    expect(play(0, 1_000, 0, instants)).toEqual({ frame: 2, left: 0 });
    expect(play(2, longestGap, 0, instants)).toEqual({ frame: 3, left: 0 });
  });

  it('goes on to the frame after the part, and waits there until it is loaded', () => {
    expect(play(3, 2_000, 0, instants)).toEqual({ frame: 5, left: 1_500 });
    expect(play(5, 9_000, 0, instants)).toEqual({ frame: 5, left: 9_000 });
  });
});
