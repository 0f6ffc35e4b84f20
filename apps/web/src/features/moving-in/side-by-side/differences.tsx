import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClock } from '../../../data/time/clock.js';
import { atTime } from '../../../data/time/times.js';
import { useNames } from '../../../data/words/names.js';
import { At } from '../../../ui/time.js';
import { differenceSentences } from './difference-sentence.js';

/** Alerts with differences that are listed. */
const most = 50;

/** The alerts of a service that differ, newest first: unexplained ones are marked. */
export function Differences({ rows, system, isCut }: { rows: readonly RehearsalRow[]; system: string; isCut: boolean }) {
  const differing = useMemo(() => rows.filter(({ compared }) => compared === 'explained' || compared === 'unexplained'), [rows]);
  if (differing.length === 0) return null;
  return (
    <>
      <ul className="mt-2 divide-y divide-line-soft border-t border-line-soft">
        {differing.slice(0, most).map((row) => (
          <li key={row.id} className="py-2">
            <DifferingAlert row={row} system={system} />
          </li>
        ))}
      </ul>
      {(differing.length > most || isCut) && (
        <p className="text-xs text-muted">
          {differing.length > most ? `The newest ${most} that differ` : 'Those that differ'} of the newest{' '}
          {rows.length.toLocaleString('en')} alerts.
        </p>
      )}
    </>
  );
}

function DifferingAlert({ row, system }: { row: RehearsalRow; system: string }) {
  const names = useNames();
  const now = useClock((at) => Math.floor(at / 60_000) * 60_000);
  const sentences = differenceSentences(row, { system, names, at: (instant) => atTime(instant, now) });
  return (
    <>
      <p className="text-muted">
        {row.number === null ? (
          <>
            No alert here, <At at={row.openedAt} />
          </>
        ) : (
          <>
            <Link to="/alerts/$number" params={{ number: String(row.number) }} className="link">
              #{row.number}
            </Link>
            , <At at={row.openedAt} />
          </>
        )}
      </p>
      <ul>
        {sentences.map(({ says, because }) => (
          <li key={says} className="wrap-anywhere">
            {says}{' '}
            <span className={because === null ? 'font-medium text-warn' : 'text-muted'}>
              {because === null ? 'Unexplained.' : `Explained: ${because}.`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
