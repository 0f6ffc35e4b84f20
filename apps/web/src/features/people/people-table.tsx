import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { Link } from '@tanstack/react-router';
import { Check, TriangleAlert } from 'lucide-react';
import { plainName } from '../../data/words/names.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/chips.js';
import { TablePanel, type Column } from '../../ui/data-table.js';
import { Ago } from '../../ui/time.js';
import type { ReachWords } from './reach.js';
import { MailResult } from './shared/mail-result.js';

export interface PersonLine {
  readonly person: ViewRow<'people'>;
  readonly isMe: boolean;
  readonly teams: readonly string[];
  /** Undefined: never paged. */
  readonly reach: ReachWords | undefined;
  /** `now, until Fri 09:00`, `Fri 09:00`; null: not at the next handoff. */
  readonly duty: { readonly isNow: boolean; readonly says: string } | null;
  readonly delivery: { readonly at: string; readonly by: string } | null;
}

const tones = {
  good: { order: 0, icon: 'text-done' },
  quiet: { order: 1, icon: 'text-warn' },
  bad: { order: 2, icon: 'text-warn' },
} as const;

const roleOf = ({ role, auditor }: PersonLine['person']): string => (auditor ? `${role}, auditor` : role);

/** On a phone with the role, which has a column of its own else. */
function NameCell({ person, isMe }: PersonLine) {
  const { id, name, email, state, invitationMail, invitationExpiresAt } = person;
  const address = typeof email === 'string' ? email : '';
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <Avatar personId={state === 'active' ? id : null} name={plainName(name)} size="large" />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <Link
            to="/people/$id"
            params={{ id }}
            className={`min-w-0 truncate font-medium hover:underline max-sm:py-0.5 ${state === 'active' ? '' : 'text-muted'}`}
            title={plainName(name)}
          >
            {plainName(name)}
          </Link>
          <span className="ml-auto shrink-0 text-muted sm:hidden">{roleOf(person)}</span>
        </span>
        <span className="truncate text-xs text-muted">
          {address}
          {isMe && (address === '' ? 'you' : ' · you')}
        </span>
        {state === 'invited' && invitationExpiresAt && invitationMail && (
          <span className="text-xs text-muted">
            <MailResult what="Invitation" mail={invitationMail} />
          </span>
        )}
      </span>
    </span>
  );
}

const ReachCell = ({ reach, person: { state } }: PersonLine) => (
  <span className="grid justify-items-start gap-0.5">
    {state !== 'active' && <Badge>{state}</Badge>}
    {reach && (
      <span className="inline-flex items-center gap-1.5 first-letter:uppercase">
        {reach.tone === 'good' ? (
          <Check aria-hidden size={14} className={`shrink-0 ${tones.good.icon}`} />
        ) : (
          <TriangleAlert aria-hidden size={14} strokeWidth={1.5} className={`shrink-0 ${tones[reach.tone].icon}`} />
        )}
        <span className="first-letter:uppercase">{reach.says}</span>
      </span>
    )}
  </span>
);

const columns: readonly Column<PersonLine>[] = [
  { key: 'name', head: 'Name', width: '24%', by: ({ person }) => plainName(person.name), cell: NameCell },
  {
    key: 'teams',
    head: 'Teams',
    width: '16%',
    by: ({ teams }) => teams.join(', '),
    cell: ({ teams }) => <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]">{teams.join(', ')}</span>,
  },
  {
    key: 'role',
    head: 'Role',
    by: ({ person }) => person.role,
    cell: ({ person }) => <span className="text-muted">{roleOf(person)}</span>,
    onPhone: 'hidden',
  },
  {
    key: 'duty',
    head: 'On call',
    width: '16%',
    by: ({ duty }) => (duty === null ? 2 : duty.isNow ? 0 : 1),
    cell: ({ duty }) =>
      duty && (duty.isNow ? <Badge tone="bronze">{duty.says}</Badge> : <span className="text-muted tabular-nums">{duty.says}</span>),
  },
  {
    key: 'reach',
    head: 'Reachable',
    width: '17%',
    by: ({ reach }) => (reach ? tones[reach.tone].order : 3),
    cell: ReachCell,
  },
  {
    key: 'delivery',
    head: 'Last delivery',
    isEnd: true,
    by: ({ delivery }) => (delivery ? -Date.parse(delivery.at) : 0),
    cell: ({ delivery }) =>
      delivery && (
        <span className="text-muted">
          <Ago at={delivery.at} />, {delivery.by}
        </span>
      ),
    onPhone: 'hidden',
  },
];

/** People in columns, two lines each. */
export const PeopleTable = ({ lines }: { lines: readonly PersonLine[] }) => (
  <TablePanel label="People" columns={columns} rows={lines} keyOf={({ person }) => person.id} rowHeight={52} />
);
