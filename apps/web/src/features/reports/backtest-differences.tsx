import type { BacktestAnswer, BacktestDifference, BacktestPage, BacktestResult } from '@tocsin/contracts/backtests/backtests.js';
import * as backtestLimits from '@tocsin/contracts/backtests/limits.js';
import { Link } from '@tanstack/react-router';
import { Nothing } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { causesOf, listedWords, sidesOf, triedWords } from './backtest-words.js';
import { GroupNumber } from './group-number.js';
import { useBacktestDifferences } from './shared/use-backtests.js';
import { useNamesIn } from './shared/use-imports.js';

interface DifferencesProps {
  readonly answer: BacktestAnswer;
  readonly result: BacktestResult;
  readonly page: number;
}

/** Alert groups with other people or times of pages: before and after the change, page by page. */
export function BacktestDifferences({ answer, result, page }: DifferencesProps) {
  const { differences, pin } = result;
  const { listed } = answer;
  const reading = useBacktestDifferences(answer.id, page);
  const about = { causes: causesOf(pin.change), sides: sidesOf(answer.request), log: answer.request.log };
  if (listed === 0) return <Nothing>No differences.</Nothing>;
  const rows = page === 1 ? differences : reading.data?.rows;
  return (
    <>
      <Pager id={answer.id} page={page} listed={listed} />
      {page === 1 ? (
        <Rows rows={differences} {...about} />
      ) : (
        <WhenRead of={[reading]} what="The differences" lines={8}>
          {rows && <Rows rows={rows} {...about} />}
        </WhenRead>
      )}
      {listed > backtestLimits.backtests.page && <Pager id={answer.id} page={page} listed={listed} />}
    </>
  );
}

/** Shown differences, of how many, with links to the other pages. */
function Pager({ id, page, listed }: { id: string; page: number; listed: number }) {
  const pages = Math.ceil(listed / backtestLimits.backtests.page);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-xs text-muted">
      <span>{listedWords(page, listed)}</span>
      {page > 1 && (
        <Link
          to="/reports/backtest"
          search={page === 2 ? { id } : { id, page: page - 1 }}
          className="link print:hidden"
          resetScroll={false}
        >
          Previous page
        </Link>
      )}
      {page < pages && (
        <Link to="/reports/backtest" search={{ id, page: page + 1 }} className="link print:hidden" resetScroll={false}>
          Next page
        </Link>
      )}
      <a className="link print:hidden" href={`/api/backtests/${id}/differences?format=csv`} download>
        Download all as CSV
      </a>
    </p>
  );
}

interface RowsProps {
  readonly rows: readonly BacktestDifference[];
  readonly causes: ReturnType<typeof causesOf>;
  readonly sides: ReturnType<typeof sidesOf>;
  readonly log: string | undefined;
}

function Rows({ rows, causes, sides: [before, after], log }: RowsProps) {
  return (
    <ul>
      {rows.map(({ groupId, number, because, was, would }) => (
        <li key={groupId} className="grid gap-x-6 gap-y-1 border-t border-line py-2 first:border-0 sm:grid-cols-[10rem_1fr_1fr]">
          <span>
            {number === null ? 'Would have opened' : <GroupNumber number={number} log={log} />}
            <span className="block text-xs text-muted">{causes[because]}</span>
          </span>
          <Pages title={before} pages={was} none="No one was paged" log={log} />
          <Pages title={after} pages={would} none="No one would have been paged" log={log} />
        </li>
      ))}
    </ul>
  );
}

function Pages({ title, pages, none, log }: { title: string; pages: readonly BacktestPage[]; none: string; log: string | undefined }) {
  const names = useNamesIn(log);
  return (
    <div>
      <span className="text-xs text-muted">{title}</span>
      {pages.length === 0 && <p>{none}</p>}
      {pages.map(({ personId, ...page }, n) => (
        <p key={`${personId ?? n} ${page.at}`}>
          {personId === undefined ? 'Name hidden' : names.person(personId)}, <At at={page.at} seconds />
          {page.by.length > 0 && <span className="text-muted"> · {triedWords(page)}</span>}
        </p>
      ))}
    </div>
  );
}
