/** Search parameters of the backtest screen; default: the newest one. `page`: of its differences, from 1. */
export interface BacktestSearch {
  readonly id?: string;
  readonly page?: number;
}

/** A page number needs an explicit backtest: the newest one may change within a minute. */
export const backtestSearchFrom = ({ id, page }: Record<string, unknown>): BacktestSearch => {
  if (typeof id !== 'string' || id === '') return {};
  return typeof page === 'number' && page > 1 ? { id, page } : { id };
};
