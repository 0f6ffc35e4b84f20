import { nextFilled } from './heat-map.js';
import { heatSteps, stepOf, stepWords } from './heat-steps.js';

describe('the steps of a heat map', () => {
  it('divide the counts into four, of which each has a count', () => {
    expect([0, 1, 2, 3, 5, 40].map(heatSteps)).toEqual([[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 3, 7, 16]]);
  });

  it('are named by their counts', () => {
    expect([1, 5, 40].map((most) => stepWords(heatSteps(most)))).toEqual([
      ['1'],
      ['1', '2', '3', '4 and more'],
      ['1–2', '3–6', '7–15', '16 and more'],
    ]);
  });

  it('are none for none', () => expect([0, 1, 10, 11, 40].map((count) => stepOf(count, heatSteps(40)))).toEqual([0, 1, 3, 3, 4]));
});

it('moves by arrow keys to the next hour that has a count, and stays where there is none', () => {
  const counts = Array.from({ length: 168 }, (_, hour) => (hour === 3 || hour === 27 || hour === 40 ? 1 : 0));
  expect([nextFilled(counts, 3, 24), nextFilled(counts, 27, 1), nextFilled(counts, 40, 1), nextFilled(counts, 3, -1)]).toEqual([
    27, 40, 40, 3,
  ]);
});
