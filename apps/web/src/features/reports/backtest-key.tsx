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
/** What providers charge. */
const paidFigures: typeof figures = [
  ['SMS', ({ paid }) => paid?.sms ?? null],
  ['Calls', ({ paid }) => paid?.calls ?? null],
];

/** Where nobody has a phone, nothing is said about them. */
const isUsed = ({ was, would: { recorded } }: BacktestResult): boolean =>
  [was, recorded].some(({ paid }) => paid !== undefined && paid.sms + paid.calls > 0);

/** What the change makes of each figure, and what it was. */
export const BacktestKey = ({ result }: { result: BacktestResult }) => (
  <KeyFigures
    figures={(isUsed(result) ? [...figures, ...paidFigures] : figures).map(([label, of, words = (value) => `${value ?? '–'}`]) => {
      const range = rangeOf(result.would, of);
      return { label, value: <FigureText text={rangeWords(range, words)} />, delta: deltaOf(of(result.was), range, words) };
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
