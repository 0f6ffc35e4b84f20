import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Column } from './data-table.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a row is about, which links to it. */
export const nameColumn = <Row,>(
  head: string,
  to: '/schedules/$id' | '/policies/$id',
  of: (row: Row) => Named,
  mark?: (row: Row) => ReactNode,
): Column<Row> => ({
  key: 'name',
  head,
  width: '24%',
  by: (row) => of(row).name,
  cell: (row) => {
    const { id, name } = of(row);
    const link = (
      <Link to={to} params={{ id }} className="block min-w-0 truncate py-1 font-medium hover:underline" title={name}>
        {name}
      </Link>
    );
    return mark ? (
      <span className="flex min-w-0 items-center gap-2">
        {mark(row)}
        {link}
      </span>
    ) : (
      link
    );
  },
});

export const teamColumn = <Row extends { readonly team: string }>(): Column<Row> => ({
  key: 'team',
  head: 'Team',
  by: ({ team }) => team,
  cell: ({ team }) => <span className="block truncate text-muted">{team}</span>,
});
