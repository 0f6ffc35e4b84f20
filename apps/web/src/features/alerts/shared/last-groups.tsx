import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { Nothing } from '../../../ui/screen.js';
import { StateMark } from './state-mark.js';
import { Age } from '../../../ui/age.js';
import { ResponsibilityText } from './responsibility-text.js';

/** Short list of recent alert groups. */
export function LastGroups({ rows }: { rows: readonly AlertGroupRow[] }) {
  const names = useNames();
  return rows.length === 0 ? (
    <Nothing>Nothing yet.</Nothing>
  ) : (
    <ul>
      {rows.map((row) => (
        <li
          key={row.id}
          className="relative grid min-h-9 grid-cols-[1rem_1fr_auto] sm:grid-cols-[1rem_minmax(55%,1fr)_minmax(0,auto)_3.2rem] items-center gap-x-2.5 border-b border-line/70 px-1 hover:bg-hover"
        >
          <StateMark status={row.status} urgency={row.urgency} />
          <Link to="/alerts/$number" params={{ number: String(row.number) }} className="truncate after:absolute after:inset-0">
            <span className="mr-1.5 text-faint">#{row.number}</span>
            {row.title}
          </Link>
          <span className="truncate text-xs max-sm:hidden">
            <ResponsibilityText row={row} names={names} />
          </span>
          <Age at={row.resolvedAt ?? row.firingSince} className="text-right text-xs text-faint" />
        </li>
      ))}
    </ul>
  );
}
