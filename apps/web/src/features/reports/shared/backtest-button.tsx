import type { BacktestChange } from '@tocsin/contracts/backtests.js';
import type { PolicyRow } from '@tocsin/contracts/policies.js';
import { serverNow } from '../../../data/time/clock.js';
import { Button } from '../../../ui/button.js';
import { backtestFrom } from './backtest-from.js';
import { useStartBacktest } from './use-backtests.js';

const days = 28;

/** Runs the last four weeks with a change that was not saved. `changeOf`: what is typed at the moment; null where it is not valid. */
export function BacktestButton({ policy, changeOf }: { policy: PolicyRow; changeOf: () => BacktestChange | null }) {
  const start = useStartBacktest();
  return (
    <Button
      busy={start.isPending}
      onClick={() => {
        const change = changeOf();
        if (change) start.mutate({ change, from: backtestFrom(serverNow(), days, policy) });
      }}
    >
      Backtest this change
    </Button>
  );
}
