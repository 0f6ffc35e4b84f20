import type { BacktestFigures, BacktestResult } from '@tocsin/contracts/backtests.js';
import { plural } from '@tocsin/contracts/report-words.js';

type Range = readonly [number | null, number | null];

/** The least and the most of what is assumed of acknowledgement; null where nothing was measured. */
export function rangeOf(would: BacktestResult['would'], of: (figures: BacktestFigures) => number | null): Range {
  const values = [would.recorded, would.median, would.never].map(of).filter((value) => value !== null);
  return values.length === 0 ? [null, null] : [Math.min(...values), Math.max(...values)];
}

export const rangeWords = ([least, most]: Range, words: (value: number | null) => string): string =>
  least === most ? words(least) : `${words(least)} to ${words(most)}`;

/** What a backtest comes to, in a sentence or two. */
export function backtestFinding({ was, would, differing }: BacktestResult): string {
  if (was.groups === 0 && would.recorded.groups === 0) return 'No alert group was opened in this period.';
  const pages = rangeWords(
    rangeOf(would, (figures) => figures.pages),
    String,
  );
  const changed =
    differing.change === 0
      ? 'No alert group would have gone differently.'
      : `${plural(differing.change, 'alert group')} would have gone differently.`;
  return `${changed} ${plural(was.pages, 'page')} went out, ${pages} would have.`;
}
