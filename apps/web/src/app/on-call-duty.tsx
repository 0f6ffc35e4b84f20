import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useClock } from '../data/time/clock.js';
import { laterPart } from '../ui/lazy-part.js';
import { useNames } from '../data/words/names.js';
import { untilMyEnd } from '../features/on-call/shared/on-call-words.js';

const ShiftEnd = laterPart(() => import('../features/on-call/shared/shift-end.js'), 'ShiftEnd');

/** “You’re on call for Payments until Mon 09:00, then Bo” */
export function OnCallDuty({ rows: [row, ...others] }: { rows: readonly OnCallRow[] }) {
  const names = useNames();
  const until = useClock((now) => (row ? untilMyEnd(row, names, now) : ''));
  if (!row) return null;
  return (
    <p className="min-w-0 truncate first-letter:uppercase">
      <span className="max-sm:hidden">You’re </span>on call for{' '}
      <Link to="/schedules/$id" params={{ id: row.id }} className="text-ink underline decoration-line-field underline-offset-3">
        {row.name}
      </Link>{' '}
      {row.next.includes(names.me) ? (
        <Suspense>
          <ShiftEnd row={row} />
        </Suspense>
      ) : (
        until
      )}
      {others.length > 0 && (
        <>
          {' '}
          <Link to="/on-call" className="hover:underline">
            and {others.length} more
          </Link>
        </>
      )}
    </p>
  );
}
