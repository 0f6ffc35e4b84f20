import type { BacktestRequest } from '@tocsin/contracts/backtests.js';
import { useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { Button } from '../../ui/button.js';
import { FilterSelect } from '../../ui/select.js';
import { useStartBacktest } from './shared/use-backtests.js';
import { useChangeWords } from './backtest-change.js';

const spans = ['7', '28', '90', '365'];

/** A period, with the change of the backtest that is shown, or with none. */
export function BacktestForm({ request, isRunning }: { request: BacktestRequest | undefined; isRunning: boolean }) {
  const words = useChangeWords(request?.change ?? null);
  const [span, setSpan] = useState('28');
  const [isChanged, setChanged] = useState(true);
  const start = useStartBacktest();
  const change = (isChanged && request?.change) || null;
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
        {words !== null && <option value="shown">{words}</option>}
      </FilterSelect>
      <Button
        busy={start.isPending}
        whyNot={isRunning && 'A backtest is running'}
        onClick={() => start.mutate({ change, from: new Date(serverNow() - Number(span) * 86_400_000).toISOString() })}
      >
        Run backtest
      </Button>
    </search>
  );
}
