import { rangeOf, rangeWords } from './backtest-words.js';

const figures = (reached: number | null) => ({ reached: { count: 0, median: reached, p90: null } }) as never;
const would = { recorded: figures(3), median: figures(5), never: figures(null) };

it('spans what is assumed of acknowledgement, and leaves out what was not measured', () => {
  const range = rangeOf(would, ({ reached }) => reached.median);
  expect(range).toEqual([3, 5]);
  expect(rangeWords(range, String)).toBe('3 to 5');
});

it('is one word where all agree, or nothing was measured', () => {
  expect(rangeWords([3, 3], String)).toBe('3');
  expect(
    rangeWords(
      rangeOf({ ...would, recorded: figures(null), median: figures(null) }, ({ reached }) => reached.median),
      () => '–',
    ),
  ).toBe('–');
});
