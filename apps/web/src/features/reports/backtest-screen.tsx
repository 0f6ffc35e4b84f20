import type { BacktestAnswer } from '@tocsin/contracts/backtests.js';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../data/cache/api.js';
import { capital } from '../../data/words/capital.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { At, Day } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { BacktestForm } from './backtest-form.js';
import { BacktestFindings } from './backtest-findings.js';
import type { BacktestSearch } from './backtest-search.js';
import { changeWords } from './backtest-change.js';
import { ReportTabs } from './shared/report-tabs.js';
import { useBacktest, useBacktests, useCancelBacktest, useRemoveBacktest } from './shared/use-backtests.js';

/** Recorded signals replayed with a change: the result beside the recorded one. */
export function BacktestScreen({ search }: { search: BacktestSearch }) {
  const list = useBacktests();
  const rows = list.data?.rows ?? [];
  const id = search.id ?? rows[0]?.id;
  const reading = useBacktest(id);
  const isUnknown = reading.error instanceof ApiError && reading.error.code === 'request.not_found';
  const isRunning = rows.some(({ state }) => state === 'running') && reading.data?.state !== 'done';
  return (
    <Screen title="Backtest">
      <ReportTabs />
      <p className="mb-3 max-w-2xl text-muted print:hidden">
        Runs recorded signals through the engine once more, with a policy, schedule, service or notification rule changed from the start of
        the period. Change it in its editor and choose <em>Backtest this change</em>. Nothing is sent.
      </p>
      <BacktestForm key={id} shown={reading.data?.request} isRunning={isRunning} />
      <div className="mt-5">
        <WhenRead of={[list]} what="The backtests" lines={8}>
          {id === undefined ? (
            <Nothing>No backtests yet.</Nothing>
          ) : isUnknown ? (
            <Nothing>There is no such backtest. It was removed, or the server was restarted while it ran.</Nothing>
          ) : (
            <WhenRead of={[reading]} what="The backtest" lines={8}>
              {reading.data && <One answer={reading.data} />}
            </WhenRead>
          )}
        </WhenRead>
      </div>
      <div className="print:hidden">{rows.length > 0 && <RecentBacktests rows={rows} shown={id} />}</div>
    </Screen>
  );
}

function One({ answer }: { answer: BacktestAnswer }) {
  const { id, state, progress, trouble, result } = answer;
  const cancel = useCancelBacktest();
  if (result) return <BacktestFindings result={result} />;
  if (state === 'failed')
    return (
      <p role="alert" className="max-w-2xl text-warn">
        {trouble ?? 'The backtest failed.'}
      </p>
    );
  if (state === 'cancelled') return <Nothing>Cancelled.</Nothing>;
  return (
    <div className="flex max-w-2xl items-center gap-3">
      <progress aria-label="Backtest" className="w-full" value={progress.done} max={Math.max(progress.of, 1)} />
      <Button busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
        Cancel backtest
      </Button>
    </div>
  );
}

const stateWords: Record<BacktestAnswer['state'], string> = { running: 'running', done: 'done', cancelled: 'cancelled', failed: 'failed' };

function RecentBacktests({ rows, shown }: { rows: readonly Omit<BacktestAnswer, 'result'>[]; shown: string | undefined }) {
  const names = useNames();
  const remove = useRemoveBacktest();
  return (
    <Section title="Kept backtests">
      <ul>
        {rows.map(({ id, at, by, state, request }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line py-1 first:border-0">
            <Link to="/reports/backtest" search={{ id }} className="link" aria-current={id === shown ? 'page' : undefined}>
              {request.change ? capital(changeWords(request.change, names)) : 'No change'}, from <Day at={request.from} />
            </Link>
            <span className="text-muted">
              {names.person(by)} · <At at={at} /> · {stateWords[state]}
            </span>
            {state !== 'running' && (
              <Button kind="quiet" className="ml-auto" busy={remove.isPending} onClick={() => remove.mutate(id)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
