import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { BarredFields } from '../barred-fields.js';
import { Nothing, Section } from '../screen.js';
import { WhenRead, type Reading } from '../when-read.js';
import { ListFilter, useFiltered, type RowFilter } from './list-filter.js';

interface Props<Row> {
  /** Anchor for links from other screens. */
  id?: string;
  title: string;
  /** The subject of “… could not be shown.” */
  what: string;
  reading: Reading;
  rows: readonly Row[];
  renderLine: (row: Row) => ReactNode;
  empty: ReactNode;
  /** Offered once the list is long. */
  filter?: RowFilter<Row>;
  /** The search of the history that shows what changed here. */
  history?: Readonly<Record<string, string>>;
  addButton?: ReactNode;
  /** Said above the list. */
  notice?: ReactNode;
  /** Of what was just created, shown once above the list. */
  secret?: ReactNode;
  /** Rows that have ended, below the list; with them it is not empty. */
  pastRows?: ReactNode;
  /** Who may change it, where this person may not and controls are shown. */
  whyBarred?: string | false;
  /** Below the list. */
  children?: ReactNode;
}

/** The settings of one kind, a line each, with their loading, failure and empty states. */
export function ResourceList<Row extends { readonly id: string }>(props: Props<Row>) {
  const {
    id,
    title,
    what,
    reading,
    rows,
    renderLine,
    empty,
    filter,
    history,
    addButton,
    notice,
    secret,
    pastRows,
    whyBarred = false,
    children,
  } = props;
  const visibleRows = useFiltered(rows, filter);
  const isEmpty = rows.length === 0 && !pastRows && !secret;
  const aside = (history ?? addButton) && (
    <span className="flex items-center gap-3">
      {history && <HistoryLink search={history} of={title} />}
      {addButton}
    </span>
  );
  return (
    <Section {...(id === undefined ? {} : { id })} title={title} aside={aside}>
      <BarredFields why={whyBarred}>
        <WhenRead of={[reading]} what={what}>
          {notice}
          {secret}
          {isEmpty && <Nothing>{empty}</Nothing>}
          {filter && <ListFilter filter={filter} of={title} count={rows.length} />}
          {visibleRows.length < rows.length && visibleRows.length === 0 && <Nothing>No results.</Nothing>}
          {visibleRows.length > 0 && (
            <ul>
              {visibleRows.map((row) => (
                <Fragment key={row.id}>{renderLine(row)}</Fragment>
              ))}
            </ul>
          )}
          {pastRows}
        </WhenRead>
        {children}
      </BarredFields>
    </Section>
  );
}

/** Who changed these settings, and when. `of`: their title, for who hears the link alone. */
export const HistoryLink = ({ search, of }: { search: Readonly<Record<string, string>>; of: string }) => (
  <Link to="/history" search={search} aria-label={`History: ${of}`} className="link text-xs">
    History
  </Link>
);
