import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { panelClass } from './panel.js';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** What it is sorted by; absent: not sortable. */
  readonly by?: (row: Row) => string | number;
  /** Numbers, times and actions stand at the end. */
  readonly isEnd?: boolean;
  /** A width of CSS; absent: what is left. */
  readonly width?: string;
  /** The head is only for who hears it: a tick, a menu. */
  readonly hidesHead?: boolean;
  /** On phones: not shown there, or with its head in front, as a bare number needs it. */
  readonly onPhone?: 'hidden' | 'named';
}

export interface Sorting {
  readonly key: string;
  readonly isDown: boolean;
}

interface Props<Row> {
  /** What is listed, for who hears it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Pixels of a row: one line, one dense line, two lines. */
  rowHeight?: 36 | 34 | 52;
  /** Kept elsewhere, as in the address; absent: kept here. */
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
  isOpen?: (row: Row) => boolean;
}

const heights = { 36: 'h-9', 34: 'h-[34px]', 52: 'h-13' } as const;
const cell =
  'px-2 align-middle first:pl-4 last:pr-4 max-sm:block max-sm:h-auto max-sm:p-0 max-sm:empty:hidden max-sm:first:pl-0 max-sm:last:pr-0';

/** Text that begins where numbers end keeps its distance. */
const afterEnd = <Row,>(columns: readonly Column<Row>[], n: number): string => (columns[n - 1]?.isEnd ? 'sm:pl-6' : '');

/** Columns with sortable heads; on phones a row folds into a line or two. */
export function DataTable<Row>({ label, columns, rows, keyOf, rowHeight = 36, isOpen, ...kept }: Props<Row>) {
  const [own, setOwn] = useState<Sorting>();
  const { sorting = own, onSort = setOwn } = kept;
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse max-sm:block">
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line">
          {columns.map((column, n) => (
            <Head key={column.key} column={column} space={afterEnd(columns, n)} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {sorted(rows, columns, sorting).map((row) => (
          <tr
            key={keyOf(row)}
            className={`border-line-soft not-first:border-t hover:bg-hover max-sm:flex max-sm:min-h-11 max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3.5 max-sm:py-2.5 ${isOpen?.(row) ? 'bg-selected' : ''}`}
          >
            {columns.map(({ key, head, cell: content, isEnd, onPhone }, n) => (
              <td
                key={key}
                data-head={head}
                className={`${cell} ${heights[rowHeight]} ${isEnd ? 'text-right tabular-nums' : afterEnd(columns, n)} ${n === 0 ? 'max-sm:flex-1 max-sm:basis-full' : ''} ${onPhone === 'hidden' ? 'max-sm:hidden' : ''} ${onPhone === 'named' ? 'max-sm:flex max-sm:items-baseline max-sm:gap-1 max-sm:before:shrink-0 max-sm:before:text-faint max-sm:before:content-[attr(data-head)]' : ''}`}
              >
                {content(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table that stands by itself, on the canvas. */
export const TablePanel = <Row,>(table: Props<Row>) => (
  <div className={`${panelClass} overflow-hidden`}>
    <DataTable {...table} />
  </div>
);

interface HeadProps<Row> {
  column: Column<Row>;
  space: string;
  sorting: Sorting | undefined;
  onSort: (to: Sorting) => void;
}

function Head<Row>({ column, space, sorting, onSort }: HeadProps<Row>) {
  const { key, head, by, isEnd, hidesHead } = column;
  const isSorted = sorting?.key === key;
  const Arrow = isSorted && sorting.isDown ? ChevronDown : ChevronUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDown ? 'descending' : 'ascending') : undefined}
      className={`h-[34px] px-2 text-xs font-medium whitespace-nowrap text-faint first:pl-4 last:pr-4 ${isEnd ? 'text-right' : `text-left ${space}`}`}
    >
      {hidesHead ? (
        <span className="sr-only">{head}</span>
      ) : by ? (
        <button
          type="button"
          onClick={() => onSort({ key, isDown: isSorted && !sorting.isDown })}
          className={`group inline-flex min-h-6 max-w-full items-center gap-[3px] font-medium hover:text-ink ${isEnd ? 'flex-row-reverse' : ''}`}
        >
          <span className="truncate">{head}</span>
          <Arrow aria-hidden size={12} className={isSorted ? '' : 'opacity-0 group-hover:opacity-60'} />
        </button>
      ) : (
        <span className="block truncate">{head}</span>
      )}
    </th>
  );
}

/** Stable; rows that are equal keep their order. */
function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | undefined): readonly Row[] {
  const by = columns.find(({ key }) => key === sorting?.key)?.by;
  if (!by || !sorting) return rows;
  const order = (a: Row, b: Row): number => {
    const [x, y] = [by(a), by(b)];
    return typeof x === 'string' && typeof y === 'string' ? x.localeCompare(y, 'en', { numeric: true }) : Number(x) - Number(y);
  };
  return rows.toSorted((a, b) => order(a, b) * (sorting.isDown ? -1 : 1));
}
