import type { BacktestRequest } from '@tocsin/contracts/backtests.js';
import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { useAll } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { FilterSelect } from '../../ui/select.js';
import { backtestFrom } from './shared/backtest-from.js';
import { useStartBacktest } from './shared/use-backtests.js';

const spans = ['7', '28', '90', '365'];

/** A period, with the change of the backtest that is shown, or with none. */
export function BacktestForm({ shown, isRunning }: { shown: BacktestRequest | undefined; isRunning: boolean }) {
  const policy = useAll('policies').find(({ id }) => id === shown?.change?.data.policyId);
  const [span, setSpan] = useState('28');
  const [isChanged, setChanged] = useState(true);
  const start = useStartBacktest();
  const change = (isChanged && shown?.change) || null;
  return (
    <search className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterSelect label="Period" value={span} onChoose={setSpan}>
        {spans.map((one) => (
          <option key={one} value={one}>
            Last {one} days
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Change" value={change ? 'shown' : ''} onChoose={(chosen) => setChanged(chosen === 'shown')}>
        <option value="">No change</option>
        {shown?.change && <option value="shown">Changed policy {policy?.name ?? shown.change.data.name}</option>}
      </FilterSelect>
      <Button
        busy={start.isPending}
        whyNot={isRunning && 'A backtest is running'}
        onClick={() => start.mutate({ change, from: backtestFrom(serverNow(), Number(span), change ? policy : undefined) })}
      >
        Run backtest
      </Button>
    </search>
  );
}
