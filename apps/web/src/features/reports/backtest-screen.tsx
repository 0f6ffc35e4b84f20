import type { BacktestAnswer, BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../data/cache/api.js';
import { capital } from '../../data/words/capital.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { ShareButton } from '../../ui/share-button.js';
import { At, Day } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { ApplyChange } from './apply-change.js';
import { BacktestForm } from './backtest-form.js';
import { BacktestFindings } from './backtest-findings.js';
import type { BacktestSearch } from './backtest-search.js';
import { useChangeWords } from './backtest-change.js';
import { interruptedWords, progressWords } from './backtest-words.js';
import { ReportTabs } from './shared/report-tabs.js';
import { purposeOf, useBacktest, useBacktests, useCancelBacktest, useRemoveBacktest, useStartBacktest } from './shared/use-backtests.js';
import { Progress } from '../../ui/progress.js';

/** Recorded signals replayed with a change: the result beside the recorded one. */
export function BacktestScreen({ search }: { search: BacktestSearch }) {
  const list = useBacktests();
  const all = list.data?.rows ?? [];
  const rows = all.filter(({ request }) => purposeOf(request) === 'backtest');
  const id = search.id ?? rows.find(({ hidden }) => !hidden)?.id;
  const reading = useBacktest(id);
  const isUnknown = reading.error instanceof ApiError && reading.error.code === 'request.not_found';
  const isOver = (row: BacktestRow): boolean => row.id === reading.data?.id && reading.data.state === 'done';
  const isRunning = all.some((row) => row.state === 'running' && !isOver(row));
  return (
    <Screen title="Backtest" aside={reading.data?.state === 'done' && <DoneActs answer={reading.data} />}>
      <ReportTabs />
      <p className="mb-3 max-w-2xl text-muted print:hidden">
        Try a change on last month’s alerts: who would have been paged, and how often. Change a policy, schedule, service or notification
        rule in its editor and choose <em>Backtest this change</em>. Nothing is sent.
      </p>
      <BacktestForm key={id} request={reading.data?.request} isRunning={isRunning} />
      <div className="mt-5">
        <WhenRead of={[list]} what="The backtests" lines={8}>
          {id === undefined ? (
            <Nothing>No backtests yet.</Nothing>
          ) : isUnknown ? (
            <Nothing>Backtest not found. It was removed, or newer ones have replaced it.</Nothing>
          ) : (
            <WhenRead of={[reading]} what="The backtest" lines={8}>
              {reading.data && <One answer={reading.data} page={search.page ?? 1} isRunning={isRunning} />}
            </WhenRead>
          )}
        </WhenRead>
      </div>
      <div className="mt-8 print:hidden">{rows.length > 0 && <SavedBacktests rows={rows} openId={id} />}</div>
    </Screen>
  );
}

/** What follows from a result: others see it, or its change is made. */
const DoneActs = ({ answer: { id, request } }: { answer: BacktestAnswer }) => (
  <span className="flex gap-2 print:hidden">
    <ShareButton path={`/reports/backtest?id=${id}`} says="Everyone who may see these figures can open it while it is saved." />
    {request.change && request.log === undefined && <ApplyChange key={id} id={id} change={request.change} />}
  </span>
);

/** Not over, or over without a result. */
export function Unfinished({ answer, isRunning, what = 'backtest' }: { answer: BacktestAnswer; isRunning: boolean; what?: string }) {
  const { id, state, progress, trouble } = answer;
  const cancel = useCancelBacktest();
  const interrupted = interruptedWords(answer);
  if (state === 'failed')
    return (
      <div className="max-w-2xl">
        <p role="alert" className="mb-3 text-warn">
          {trouble ?? `The ${what} failed.`} {interrupted}
        </p>
        <RunAgain answer={answer} isRunning={isRunning} />
      </div>
    );
  if (state === 'cancelled')
    return (
      <>
        <Nothing>Cancelled.</Nothing>
        <RunAgain answer={answer} isRunning={isRunning} />
      </>
    );
  return (
    <div className="max-w-2xl">
      <p className="mb-1 text-muted">{progressWords(progress)}</p>
      <div className="flex items-center gap-3">
        <Progress label={capital(what)} value={progress.done} max={progress.of} />
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
          Cancel {what}
        </Button>
      </div>
      {interrupted && <p className="mt-2 text-muted">{interrupted}</p>}
    </div>
  );
}

const One = ({ answer, page, isRunning }: { answer: BacktestAnswer; page: number; isRunning: boolean }) =>
  answer.result ? (
    <BacktestFindings answer={answer} result={answer.result} page={page} />
  ) : (
    <Unfinished answer={answer} isRunning={isRunning} />
  );

/** Repeats the same period and change. */
function RunAgain({ answer: { request }, isRunning }: { answer: BacktestAnswer; isRunning: boolean }) {
  const start = useStartBacktest();
  return (
    <Button busy={start.isPending} whyNot={isRunning && 'A backtest is running'} onClick={() => start.mutate(request)}>
      Run again
    </Button>
  );
}

const stateWords: Record<BacktestAnswer['state'], string> = { running: 'running', done: 'done', cancelled: 'cancelled', failed: 'failed' };

const SavedBacktests = ({ rows, openId }: { rows: readonly BacktestRow[]; openId: string | undefined }) => (
  <Section title="Saved backtests">
    <ul>
      {rows.map((row) => (
        <KeptBacktest key={row.id} row={row} isShown={row.id === openId} />
      ))}
    </ul>
  </Section>
);

function KeptBacktest({ row, isShown }: { row: BacktestRow; isShown: boolean }) {
  const { id, at, by, state, request, hidden } = row;
  const names = useNames();
  const words = useChangeWords(request.change, request.log);
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-1 first:border-0">
      {hidden ? (
        <span>{state === 'running' ? 'A backtest is running' : 'Backtest of a person whose figures you can’t see'}</span>
      ) : (
        <Link to="/reports/backtest" search={{ id }} className="link" aria-current={isShown ? 'page' : undefined}>
          {request.log !== undefined && 'Import · '}
          {words ?? 'No change'} · from <Day at={request.from} />
        </Link>
      )}
      <span className="text-muted">
        {by !== null && <>{names.person(by)} · </>}
        <At at={at} /> · {stateWords[state]}
      </span>
      <EndOrRemove row={row} />
    </li>
  );
}

/** Cancels or removes a backtest. A running one is cancelled on its own screen; one that can’t be shown, here, by its author. */
function EndOrRemove({ row: { id, by, state, hidden } }: { row: BacktestRow }) {
  const remove = useRemoveBacktest();
  const cancel = useCancelBacktest();
  const isRunning = state === 'running';
  if (isRunning && (!hidden || by === null)) return null;
  const { isPending, mutate } = isRunning ? cancel : remove;
  return (
    <Button kind="quiet" className="ml-auto" busy={isPending} onClick={() => mutate(id)}>
      {isRunning ? 'Cancel backtest' : 'Remove'}
    </Button>
  );
}
