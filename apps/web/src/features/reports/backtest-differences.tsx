import type { BacktestPage, BacktestResult } from '@tocsin/contracts/backtests.js';
import { Link } from '@tanstack/react-router';
import { kindLabel } from '../contacts/shared/method-words.js';
import { useNames } from '../../data/words/names.js';
import { Nothing } from '../../ui/screen.js';
import { At } from '../../ui/time.js';

/** Alert groups with other people or times of pages: before and after the change. */
export function BacktestDifferences({ result: { differences, differing, pin } }: { result: BacktestResult }) {
  const all = differing.late + differing.change;
  const causes = { late: 'lateness or downtime', change: pin.change ? 'the change' : 'assumptions about people' };
  if (all === 0) return <Nothing>No differences.</Nothing>;
  return (
    <>
      <ul>
        {differences.map(({ groupId, number, because, was, would }) => (
          <li key={groupId} className="grid gap-x-6 gap-y-1 border-t border-line py-2 first:border-0 sm:grid-cols-[10rem_1fr_1fr]">
            <span>
              {number === null ? (
                'Would have opened'
              ) : (
                <Link to="/alerts/$number" params={{ number: `${number}` }} className="link">
                  #{number}
                </Link>
              )}
              <span className="block text-[13px] text-muted">{causes[because]}</span>
            </span>
            <Pages title="As it was" pages={was} none="No one was paged" />
            <Pages title="With the change" pages={would} none="No one would have been paged" />
          </li>
        ))}
      </ul>
      {differences.length < all && (
        <p className="text-[13px] text-muted">
          The first {differences.length} of {all}.
        </p>
      )}
    </>
  );
}

function Pages({ title, pages, none }: { title: string; pages: readonly BacktestPage[]; none: string }) {
  const names = useNames();
  return (
    <div>
      <span className="text-[13px] text-muted">{title}</span>
      {pages.length === 0 && <p>{none}</p>}
      {pages.map(({ personId, at, by }) => (
        <p key={`${personId} ${at}`}>
          {names.person(personId)}, <At at={at} seconds />
          {by.length > 0 && <span className="text-muted"> · {[...new Set(by)].map(kindLabel).join(', ')}</span>}
        </p>
      ))}
    </div>
  );
}
