import type { BacktestAnswer, BacktestFigures, BacktestResult } from '@tocsin/contracts/backtests.js';

/** What a reader may see of single persons: figures, and who was paged for what. */
type MaySee = (personId: string) => boolean;

const figures = (of: BacktestFigures, maySee: MaySee): BacktestFigures => ({
  ...of,
  persons: of.persons.filter(({ personId }) => maySee(personId)),
});

const shown = ({ was, would, ...result }: BacktestResult, maySee: MaySee): BacktestResult => ({
  ...result,
  was: figures(was, maySee),
  would: { recorded: figures(would.recorded, maySee), median: figures(would.median, maySee), never: figures(would.never, maySee) },
});

/** Who was paged for a group stands in its timeline, which everybody may read; sums of one person are for fewer. */
export const shownBacktest = (answer: BacktestAnswer, maySee: MaySee): BacktestAnswer => ({
  ...answer,
  result: answer.result && shown(answer.result, maySee),
});
