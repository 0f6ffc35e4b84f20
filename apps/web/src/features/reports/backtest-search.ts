/** Which backtest is shown, by the address of its screen; the newest where none is named. */
export interface BacktestSearch {
  readonly id?: string;
}

export const backtestSearchFrom = ({ id }: Record<string, unknown>): BacktestSearch => (typeof id === 'string' && id !== '' ? { id } : {});
