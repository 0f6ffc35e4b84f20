import type { BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../data/cache/api.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { At, Day } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { Unfinished } from './backtest-screen.js';
import { BisectFindings } from './bisect-findings.js';
import { BisectForm } from './bisect-form.js';
import { ReportTabs } from './shared/report-tabs.js';
import { purposeOf, useBacktest, useBacktests, useRemoveBacktest } from './shared/use-backtests.js';

/** Why one month had more night pages than another: by replays of the worse one with changes undone. */
export function BisectScreen({ id: chosen }: { id: string | undefined }) {
  const list = useBacktests();
  const all = list.data?.rows ?? [];
  const rows = all.filter(({ request, hidden }) => purposeOf(request) === 'bisect' && !hidden);
  const id = chosen ?? rows[0]?.id;
  const reading = useBacktest(id);
  const isUnknown = reading.error instanceof ApiError && reading.error.code === 'request.not_found';
  const isRunning = all.some((row) => row.state === 'running' && !(row.id === reading.data?.id && reading.data.state === 'done'));
  return (
    <Screen title="Bisect">
      <ReportTabs />
      <p className="mb-3 max-w-2xl text-muted print:hidden">
        Find out why a month was bad: its nights are replayed with changes of settings undone, half of them each time, until those that made
        the difference are left. Nothing is sent.
      </p>
      <BisectForm isRunning={isRunning} />
      <div className="mt-5">
        <WhenRead of={[list]} what="The bisects" lines={8}>
          {id === undefined ? (
            <Nothing>No months compared yet.</Nothing>
          ) : isUnknown ? (
            <Nothing>Not found. It was removed, or newer backtests have replaced it.</Nothing>
          ) : (
            <WhenRead of={[reading]} what="The bisect" lines={8}>
              {reading.data?.bisect && <BisectFindings result={reading.data.bisect} />}
              {reading.data && !reading.data.bisect && <Unfinished answer={reading.data} isRunning={isRunning} what="bisect" />}
            </WhenRead>
          )}
        </WhenRead>
      </div>
      {rows.length > 0 && (
        <div className="mt-8 print:hidden">
          <Section title="Saved">
            <ul>
              {rows.map((row) => (
                <Saved key={row.id} row={row} isShown={row.id === id} />
              ))}
            </ul>
          </Section>
        </div>
      )}
    </Screen>
  );
}

function Saved({ row: { id, at, by, state, request }, isShown }: { row: BacktestRow; isShown: boolean }) {
  const names = useNames();
  const remove = useRemoveBacktest('/reports/bisect');
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-t border-line py-1 first:border-0">
      <Link to="/reports/bisect" search={{ id }} className="link" aria-current={isShown ? 'page' : undefined}>
        From <Day at={request.from} />, compared with <Day at={request.against!} />
      </Link>
      <span className="text-muted">
        {by !== null && <>{names.person(by)} · </>}
        <At at={at} /> · {state}
      </span>
      {state !== 'running' && (
        <Button kind="quiet" className="ml-auto" busy={remove.isPending} onClick={() => remove.mutate(id)}>
          Remove
        </Button>
      )}
    </li>
  );
}
