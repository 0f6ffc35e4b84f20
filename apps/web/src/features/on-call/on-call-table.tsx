import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useClock } from '../../data/time/clock.js';
import { clockTime } from '../../data/time/times.js';
import { useNames, type Names } from '../../data/words/names.js';
import { Person } from '../../ui/person.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { nameColumn, teamColumn } from '../../ui/table-columns.js';
import { GapAhead } from '../schedules/shared/gap-ahead.js';
import { RowActions } from './row-actions.js';
import { nextHandoffs, peopleOf } from './shared/on-call-words.js';

interface Line {
  readonly row: OnCallRow;
  readonly names: Names;
  readonly team: string;
  /** Null: no planned change of people. */
  readonly until: string | null;
  readonly onPage: (personId: string) => void;
}

const minute = 60_000;
/** Sorts behind every time. */
const never = '~';

const People = ({ ids, names }: { ids: readonly string[]; names: Names }) => (
  <span className="flex min-w-0 flex-wrap gap-x-3">
    {ids.length === 0 && <Person personId={null} name="No one" />}
    {ids.map((id) => (
      <Link key={id} to="/people/$id" params={{ id }} className="inline-flex min-w-0 py-[3px] hover:underline">
        <Person personId={id} name={names.person(id)} says={id === names.me ? 'You' : undefined} />
      </Link>
    ))}
  </span>
);

const columns: readonly Column<Line>[] = [
  nameColumn('Schedule', '/schedules/$id', ({ row }) => row),
  teamColumn(),
  {
    key: 'now',
    head: 'On call now',
    width: '20%',
    by: ({ row, names }) => names.person(peopleOf(row)[0]),
    cell: ({ row, names }) => <People ids={peopleOf(row)} names={names} />,
  },
  {
    key: 'until',
    head: 'Until',
    by: ({ row, until }) => (until === null ? never : row.nextAt!),
    cell: ({ until }) => (until === null ? <span className="text-faint">no handoff</span> : <span className="tabular-nums">{until}</span>),
    onPhone: 'named',
  },
  {
    key: 'next',
    head: 'Then',
    width: '17%',
    cell: ({ row, names, until }) => until !== null && <People ids={row.next} names={names} />,
    onPhone: 'named',
  },
  { key: 'gap', head: 'Next gap', width: '20%', cell: ({ row }) => <GapAhead scheduleId={row.id} /> },
  {
    key: 'actions',
    head: 'Actions',
    hidesHead: true,
    isEnd: true,
    width: '56px',
    cell: ({ row, onPage }) => <RowActions row={row} onPage={onPage} />,
  },
];

/** Every schedule: who is on call now and next, and its next gap. */
export function OnCallTable({ rows, onPage }: { rows: readonly OnCallRow[]; onPage: (personId: string) => void }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const lines = rows.map((row): Line => ({
    row,
    names,
    team: names.team(row.teamId),
    until: nextHandoffs([row]).length === 0 ? null : clockTime(row.nextAt!, now),
    onPage,
  }));
  return <TablePanel label="On call" columns={columns} rows={lines} keyOf={({ row }) => row.id} rowHeight={52} />;
}
