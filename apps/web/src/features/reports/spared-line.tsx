import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Progress } from '../../ui/progress.js';
import { effectWords } from './backtest-words.js';
import { ReviewLink } from './noise-drafts.js';
import type { Spared } from './spared-by.js';
import { useBacktest, useBacktests, useStartBacktest } from './shared/use-backtests.js';

interface Props {
  spared: Spared;
  /** Its alert, for whoever hears the button. */
  alertName: string;
  order: ReportOrder;
}

/** One change that would have spared pages, with its backtest over the report’s days. The result is a draft that a manager can apply. */
export function SparedLine({ spared: { title, why, change }, alertName, order }: Props) {
  const [id, setId] = useState<string>();
  const start = useStartBacktest({ stays: true });
  const isRunning = useBacktests().data?.rows.some(({ state }) => state === 'running') ?? false;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-soft py-1.5 first:border-0">
      <span className="min-w-52">
        {title} <span className="block text-xs text-muted">{why}</span>
      </span>
      {id !== undefined ? (
        <Outcome id={id} />
      ) : (
        <Button
          size="small"
          aria-label={`Backtest: ${title}, ${alertName}`}
          busy={start.isPending}
          whyNot={isRunning && 'A backtest is running'}
          onClick={() => start.mutate({ change, from: order.from, to: order.to }, { onSuccess: (answer) => setId(answer.id) })}
        >
          Backtest
        </Button>
      )}
    </li>
  );
}

function Outcome({ id }: { id: string }) {
  const { data } = useBacktest(id);
  if (!data || data.state === 'running') return <Progress label="Backtest" value={data?.progress.done ?? 0} max={data?.progress.of ?? 1} />;
  const { result, trouble } = data;
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={result ? 'font-medium' : 'text-warn'}>
        {result?.effect ? effectWords(result.effect) : (trouble ?? 'The backtest did not finish.')}
      </span>
      {result && <ReviewLink row={data} />}
    </output>
  );
}
