import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useClock } from '../../data/time/clock.js';
import { clockTime } from '../../data/time/times.js';
import { useNames } from '../../data/words/names.js';
import { capital } from '../../data/words/capital.js';
import { inFirstNames, listNames } from '../../data/words/list-names.js';
import { AvatarRow } from '../../ui/person.js';
import { Panel } from '../../ui/panel.js';
import { nextHandoffs, peopleOf } from './shared/on-call-words.js';

const shownAtMost = 6;
const minute = 60_000;

/** “18:00 Payments nights, Elif > Farid” */
export function NextHandoffs({ rows }: { rows: readonly OnCallRow[] }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const handoffs = nextHandoffs(rows).slice(0, shownAtMost);
  const people = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.person(id) }));
  return (
    <Panel title="Next handoffs" flush>
      {handoffs.length === 0 && <p className="px-4 pb-4 text-muted">None planned.</p>}
      <ul>
        {handoffs.map((row) => (
          <li
            key={row.id}
            className="grid min-h-[38px] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-t border-line-soft px-4 py-1 sm:grid-cols-[5.25rem_minmax(0,1fr)_minmax(0,auto)]"
          >
            <span className="font-medium whitespace-nowrap tabular-nums">{clockTime(row.nextAt, now)}</span>
            <Link to="/schedules/$id" params={{ id: row.id }} className="truncate py-1 text-muted hover:text-ink hover:underline">
              {row.name}
            </Link>
            <span className="flex min-w-0 items-center gap-1.5 max-sm:col-span-2">
              <AvatarRow max={2} people={people(peopleOf(row))} />
              <ChevronRight aria-label="then" size={12} strokeWidth={1.5} className="shrink-0 text-muted" />
              <AvatarRow max={2} people={people(row.next)} />
              <span aria-hidden className="truncate">
                {capital(listNames(row.next, inFirstNames(names))) || 'No one'}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
