import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import { serverNow } from '../../../data/time/clock.js';
import { Button } from '../../../ui/button.js';
import { useStartBacktest } from './use-backtests.js';

const days = 28;

interface Props {
  /** What is typed at the moment; null where it is not valid. */
  changeOf: () => BacktestChange | null;
  whyNot?: string | false;
}

/** Runs the last four weeks with a change that was not saved; of what is younger, since it was made. */
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
