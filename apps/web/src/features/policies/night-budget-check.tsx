import type { BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '../../data/time/times.js';
import { serverNow } from '../../data/time/clock.js';
import { useNames, type Names } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Progress } from '../../ui/progress.js';
import { useBacktest, useStartBacktest } from '../reports/shared/use-backtests.js';
import type { PolicyEdit } from './use-policy-edit.js';

const weeks = 4;
const week = 7 * 86_400_000;

/** What the budget would have been in the last weeks, by a backtest of the policy as it is edited. */
export function NightBudgetCheck({ edit }: { edit: PolicyEdit }) {
  const [id, setId] = useState<string>();
  const start = useStartBacktest({ stays: true });
  const { data } = useBacktest(id);
  const names = useNames();
  const check = () => {
    const change = edit.changeOf();
    const from = new Date(serverNow() - weeks * week).toISOString();
    if (change) start.mutate({ change, from }, { onSuccess: (answer) => setId(answer.id) });
  };
  if (id === undefined)
    return (
      <Button size="small" busy={start.isPending} onClick={check}>
        Check the last {weeks} weeks
      </Button>
    );
  if (!data || data.state === 'running')
    return <Progress label="Backtest of the night budget" value={data?.progress.done ?? 0} max={data?.progress.of ?? 1} />;
  return (
    <output className={`block ${data.result ? '' : 'text-warn'}`}>
      {data.result ? brokenWords(data.result, edit.base.id, names) : (data.trouble ?? 'The backtest did not finish.')}{' '}
      <Link to="/reports/backtest" search={{ id }} className="link">
        Backtest
      </Link>
    </output>
  );
}

const dayOfMonth = (date: string): string => formatTime(new Date(`${date}T12:00:00`), { day: 'numeric', month: 'short' });

/** `Exceeded in 2 of the last 4 weeks: Ana 4 pages (week of 2 Nov)`. */
function brokenWords({ would }: BacktestResult, policyId: string, names: Names): string {
  const broken = (would.recorded.overBudget ?? []).filter((one) => one.policyId === policyId);
  if (broken.length === 0) return `Not exceeded in the last ${weeks} weeks.`;
  const all = broken.map(
    ({ personId, pages, week: monday }) => `${names.person(personId)} ${plural(pages, 'page')} (week of ${dayOfMonth(monday)})`,
  );
  return `Would have been exceeded ${broken.length === 1 ? 'once' : `${broken.length} times`} in the last ${weeks} weeks: ${all.join(', ')}.`;
}
