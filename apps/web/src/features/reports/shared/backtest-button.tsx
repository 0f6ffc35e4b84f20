import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import { serverNow } from '../../../data/time/clock.js';
import { Button } from '../../../ui/button.js';
import { useStartBacktest } from './use-backtests.js';

const days = 28;

interface Props {
  /** The current draft; null if it is invalid. */
  changeOf: () => BacktestChange | null;
  whyNot?: string | false;
}

/** Backtests an unsaved change over the last four weeks, or since the thing was created. */
export function BacktestButton({ changeOf, whyNot = false }: Props) {
  const start = useStartBacktest();
  return (
    <Button
      busy={start.isPending}
      whyNot={whyNot}
      onClick={() => {
        const change = changeOf();
        if (change) start.mutate({ change, from: new Date(serverNow() - days * 86_400_000).toISOString() });
      }}
    >
      Backtest this change
    </Button>
  );
}
