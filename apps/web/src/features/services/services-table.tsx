import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { Link } from '@tanstack/react-router';
import { Person } from '../../ui/person.js';
import { Badge } from '../../ui/chips.js';
import { DayBars } from '../../ui/charts/day-bars.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { teamColumn } from '../../ui/table-columns.js';
import { StarButton } from '../contacts/shared/favourites.js';
import { StateMark } from '../alerts/shared/state-mark.js';

export interface ServiceLine {
  readonly service: ServiceRow;
  readonly team: string;
  readonly policy: string;
  readonly integrations: number;
  /** Alerts opened on each of the last 14 days; undefined: not known yet. */
  readonly lastDays: readonly number[] | undefined;
  /** Open alert groups by state, the gravest first. */
  readonly open: readonly { readonly status: AlertGroupStatus; readonly urgency: Urgency; readonly count: number }[];
  /** People whom the first step pages now. */
  readonly onCall: readonly { readonly id: string; readonly name: string; readonly isMe: boolean }[];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const openCount = ({ open }: ServiceLine): number => open.reduce((sum, { count }) => sum + count, 0);

const NameCell = ({ service: { id, name, state, rehearsingSince } }: ServiceLine) => (
  <span className="flex min-w-0 items-center gap-2">
    <StarButton kind="service" id={id} name={name} />
    <Link
      to="/services/$id"
      params={{ id }}
      className={`min-w-0 truncate py-1 hover:underline ${state === 'archived' ? 'text-muted' : 'font-medium'}`}
      title={name}
    >
      {name}
    </Link>
    {state === 'archived' && <Badge>archived</Badge>}
    {rehearsingSince && <Badge tone="alarm">rehearsing</Badge>}
  </span>
);

const OpenCell = ({ open }: ServiceLine) =>
  open.length === 0 ? (
    <span className="text-faint max-sm:hidden">none</span>
  ) : (
    <span className="inline-flex items-center gap-3 tabular-nums">
      {open.map(({ status, urgency, count }) => (
        <span key={`${status} ${urgency}`} className="inline-flex items-center gap-1">
          <StateMark status={status} urgency={urgency} size={14} />
          {count.toLocaleString('en')}
        </span>
      ))}
    </span>
  );

const OnCallCell = ({ onCall, service }: ServiceLine) => {
  const [first, ...others] = onCall;
  if (service.state === 'archived') return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {first ? (
        <Person personId={first.id} name={first.name} says={first.isMe ? 'You' : undefined} />
      ) : (
        <Person personId={null} name="no one" />
      )}
      {others.length > 0 && <span className="text-xs whitespace-nowrap text-muted">+{others.length}</span>}
    </span>
  );
};

const LastDaysCell = ({ lastDays, service: { state } }: ServiceLine) => {
  if (lastDays === undefined || state === 'archived') return null;
  const sum = sumOf(lastDays);
  return <DayBars counts={lastDays} title={`${sum.toLocaleString('en')} ${sum === 1 ? 'alert' : 'alerts'} in 14 days`} />;
};

const columns: readonly Column<ServiceLine>[] = [
  { key: 'name', head: 'Service', width: '23%', by: ({ service }) => service.name, cell: NameCell },
  teamColumn(),
  { key: 'open', head: 'Open', width: '10%', by: (line) => -openCount(line), cell: OpenCell },
  { key: 'onCall', head: 'On call', width: '15%', by: ({ onCall }) => onCall[0]?.name ?? '~', cell: OnCallCell },
  {
    key: 'policy',
    head: 'Policy',
    width: '15%',
    by: ({ policy }) => policy,
    cell: ({ policy, service }) => (
      <Link to="/policies/$id" params={{ id: service.policyId }} className="block truncate py-1 text-muted hover:text-ink hover:underline">
        {policy}
      </Link>
    ),
  },
  {
    key: 'lastDays',
    head: '14 days',
    width: '96px',
    by: ({ lastDays = [] }) => -sumOf(lastDays),
    cell: LastDaysCell,
    onPhone: 'hidden',
  },
  {
    key: 'integrations',
    head: 'Integrations',
    width: '11%',
    by: ({ integrations }) => integrations,
    cell: ({ integrations, service }) =>
      service.state === 'active' && (
        <span className={integrations === 0 ? 'text-faint' : 'text-muted max-sm:hidden'}>
          {integrations === 0 ? 'nothing connected' : integrations === 1 ? '1 integration' : `${integrations} integrations`}
        </span>
      ),
  },
];

export const ServicesTable = ({ lines }: { lines: readonly ServiceLine[] }) => (
  <TablePanel label="Services" columns={columns} rows={lines} keyOf={({ service }) => service.id} />
);
