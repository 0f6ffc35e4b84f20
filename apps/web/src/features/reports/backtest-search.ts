/** Which backtest is shown, by the address of its screen; the newest where none is named. `page`: of its differences, from 1. */
export interface BacktestSearch {
  readonly id?: string;
  readonly page?: number;
}

/** A page belongs to the backtest that is named: of the newest, another one is meant a minute later. */
export const backtestSearchFrom = ({ id, page }: Record<string, unknown>): BacktestSearch => {
  if (typeof id !== 'string' || id === '') return {};
  return typeof page === 'number' && page > 1 ? { id, page } : { id };
};
