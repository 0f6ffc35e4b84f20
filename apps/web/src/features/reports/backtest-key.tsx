import type { BacktestFigures, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import { FigureText, KeyFigures, type Delta } from '../../ui/charts/key-figures.js';
import { rangeOf, rangeWords } from './backtest-words.js';

const figures: readonly (readonly [
  label: string,
  of: (figures: BacktestFigures) => number | null,
  words?: (value: number | null) => string,
])[] = [
  ['Pages', ({ pages }) => pages],
  ['Interruptions', ({ interruptions }) => interruptions],
  ['In sleep hours', ({ inSleepHours }) => inSleepHours],
  ['Median time to reach someone', ({ reached }) => reached.median, durationText],
  ['Paged no one', ({ nobody }) => nobody],
];

/** What the change makes of each figure, and what it was. */
export const BacktestKey = ({ result: { was, would } }: { result: BacktestResult }) => (
  <KeyFigures
    figures={figures.map(([label, of, words = (value) => `${value ?? '–'}`]) => {
      const range = rangeOf(would, of);
      return { label, value: <FigureText text={rangeWords(range, words)} />, delta: deltaOf(of(was), range, words) };
    })}
  />
);

/** Better or worse only where each assumption about people agrees. */
function deltaOf(
  was: number | null,
  [least, most]: readonly [number | null, number | null],
  words: (value: number | null) => string,
): Delta {
  if (words(was) === rangeWords([least, most], words)) return { words: 'same as before', tone: 'same' };
  const tone = was === null || least === null || most === null ? 'same' : most <= was ? 'better' : least >= was ? 'worse' : 'same';
  return { words: `from ${words(was)}`, tone };
}
