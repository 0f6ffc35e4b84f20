import { createHash } from 'node:crypto';
import { withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import { plus, dayOf, midnight } from '@tocsin/kernel/time.js';
import type { RowSaved } from './view-store.js';

/** The value of a column as it is kept: text that sorts alike in every database. */
type ColumnName = `by_${string}`;
type Columns = Readonly<Record<ColumnName, string>>;

/** A row as it stands since an instant of log time. `row` is JSON text, the same bytes in every database. */
export interface Standing {
  readonly id: string;
  readonly ordinal: number;
  readonly row: string;
  readonly since: string;
  readonly is_open: number;
}
export type StandingRow = Standing & Columns;

/** What a row was from `since` until (exclusive) an instant of log time. `day` is empty when it is not cut at midnights. */
export interface Piece extends Omit<Standing, 'is_open'> {
  readonly until: string;
  readonly day: string;
}
export type PieceRow = Piece & Columns;

// Text is cut: an entry of a PostgreSQL index has at most 2,700 bytes.
const longestText = 400;

// Half a surrogate pair is no text to a database.
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** null < numbers < strings, as text that compares byte by byte. Text is compared by its first 400 characters. */
export const sortable = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'string') return `s${wellFormed(value.slice(0, longestText)).replaceAll('\0', ' ')}`;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value + 0);
  for (let index = 0; index < 8; index += 1) bytes[index]! ^= value < 0 ? 0xff : index === 0 ? 0x80 : 0;
  return `n${bytes.toString('hex')}`;
};

export const columnName = (column: string): `by_${string}` => `by_${column}`;

/** Raised when the shape of the tables changes. */
const layout = 1;

/** Changes when the rows of a view must be built again. A function's body is not seen: that is what `version` is for. */
export const fingerprintOf = (view: AnyView): string => {
  const { version = 1, past, open, on } = view;
  const definition = { layout, version, past, open: open !== undefined, columns: columnsOf(view), on: Object.keys(on).toSorted() };
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16);
};

/** What text searches look in is kept beside the columns. */
export const wordsColumn = 'words';

export const columnsOf = (view: AnyView): readonly string[] => [...Object.keys(view.columns ?? {}), ...(view.words ? [wordsColumn] : [])];

const valueOf = (view: AnyView, column: string, row: unknown): string | number | null =>
  column === wordsColumn && view.words ? view.words(row) : view.columns![column]!(row);

/** Tables stand beside the running ones while they are built, and when they have been replaced. */
export type Suffix = '' | '_new' | '_old';

/** The tables of a view: rows as they stand (`v_`), and what they were: cut at midnights (`p_`) or whole (`c_`). */
export const tablesOf = (name: string, suffix: Suffix = '') =>
  ({ standing: `v_${name}${suffix}`, cut: `p_${name}${suffix}`, whole: `c_${name}${suffix}` }) as const;

/** The record that is kept for a row. */
export const recordOf = (view: AnyView, { id, row, ordinal, at }: RowSaved): StandingRow => {
  const columns: Record<ColumnName, string> = {};
  for (const column of columnsOf(view)) columns[columnName(column)] = sortable(valueOf(view, column, row));
  return { id, ordinal, row: JSON.stringify(row), since: at, is_open: view.open?.(row) ? 1 : 0, ...columns };
};

// What stood open for longer is kept whole: a row that nobody touched for a year is no reason to write it 365 times.
const longestCutMillis = 7 * 86_400_000;

/**
 * What is kept of a row that stood until an instant of log time: nothing when it stood for no time at all; a piece for each UTC day when
 * it was open; else one piece.
 */
const piecesOf = (standing: StandingRow, until: string): readonly PieceRow[] => {
  const { is_open: isOpen, ...was } = standing;
  if (!isOpen || until > plus(was.since, longestCutMillis)) return [{ ...was, until, day: '' }];
  const pieces: PieceRow[] = [];
  for (let since = was.since; since < until;) {
    const day = dayOf(since);
    const next = plus(midnight(day), 86_400_000);
    const end = next < until ? next : until;
    pieces.push({ ...was, since, until: end, day });
    since = end;
  }
  return pieces;
};

/** What is kept of a row that stood until an instant of log time, as it was read. */
export const ended = (view: AnyView, standing: StandingRow, until: string): readonly PieceRow[] =>
  standing.since >= until ? [] : piecesOf(view.bookkeeping ? { ...standing, row: shownText(view, standing.row) } : standing, until);

const shownText = (view: AnyView, row: string): string => JSON.stringify(withoutBookkeeping(view, JSON.parse(row)));

/** As `ended`, of what a change left. No record is made of what stood for no time at all: that was a third of the work of a save. */
export const endedChange = (view: AnyView, change: RowSaved, until: string): readonly PieceRow[] =>
  view.past && change.row !== null && change.at < until
    ? piecesOf(recordOf(view, { ...change, row: withoutBookkeeping(view, change.row) }), until)
    : [];
