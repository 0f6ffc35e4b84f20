import { createHash } from 'node:crypto';
import { toPastRow, withoutBookkeeping, type AnyView } from '@tocsin/kernel/rows/view.js';
import { addMillis, dayOf, midnightOf } from '@tocsin/kernel/time.js';
import type { SavedRow } from './view-store.js';

/** The stored value of a column is text with the same order in every database. */
type ColumnName = `by_${string}`;
type Columns = Readonly<Record<ColumnName, string>>;

/** A current row, and since which moment (`momentOf`) it is. `row` is JSON text, with the same bytes in every database. */
export interface CurrentRow {
  readonly id: string;
  readonly ordinal: number;
  readonly row: string;
  readonly since: string;
  readonly is_open: number;
  /** The command of its last change. */
  readonly command: string;
}
export type StoredCurrentRow = CurrentRow & Columns;

/** A past version of a row. `until`: exclusive. `day` is empty when it is not cut at midnights. */
export interface ValidityInterval extends Omit<CurrentRow, 'is_open' | 'command'> {
  readonly until: string;
  readonly day: string;
}
export type StoredInterval = ValidityInterval & Columns;

// text is cut, because an entry of a PostgreSQL index has at most 2,700 bytes
const longestText = 400;

/** Text as databases accept it: without lone surrogates, and without the character 0. Search text is converted in the same way. */
export const toStoredText = (text: string): string => Buffer.from(text).toString().replaceAll('\0', ' ');

/** null < numbers < strings, as text that compares byte by byte. Text is compared by its first 400 characters. */
export const toSortable = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'string') return `s${toStoredText(value.slice(0, longestText))}`;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value + 0);
  for (let index = 0; index < 8; index += 1) bytes[index]! ^= value < 0 ? 0xff : index === 0 ? 0x80 : 0;
  return `n${bytes.toString('hex')}`;
};

export const fromSortable = (stored: string): string | number | null => {
  if (stored === '') return null;
  if (stored.startsWith('s')) return stored.slice(1);
  const bytes = Buffer.from(stored.slice(1), 'hex');
  const isNegative = bytes[0]! < 0x80;
  for (let index = 0; index < 8; index += 1) bytes[index]! ^= isNegative ? 0xff : index === 0 ? 0x80 : 0;
  return bytes.readDoubleBE();
};

export const columnName = (column: string): `by_${string}` => `by_${column}`;

/** Increased when the layout of the tables changes. */
const layout = 2;

/** Changes when the rows of a view must be rebuilt. It does not cover function bodies: `version` is for them. */
export const fingerprintOf = (view: AnyView): string => {
  const { version = 1, hasHistory: past, isOpen: open, on } = view;
  const definition = { layout, version, past, open: open !== undefined, columns: columnsOf(view), on: Object.keys(on).toSorted() };
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16);
};

/** The searchable text is stored beside the columns. */
export const wordsColumn = 'words';

export const columnsOf = (view: AnyView): readonly string[] => [...Object.keys(view.columns ?? {}), ...(view.words ? [wordsColumn] : [])];

const valueOf = (view: AnyView, column: string, row: unknown): string | number | null =>
  column === wordsColumn && view.words ? view.words(row) : view.columns![column]!(row);

/** Tables that are being built, or were replaced, exist beside the current ones. */
export type TableSuffix = '' | '_new' | '_old';

/** Current rows (`v_`), and past versions: cut at midnights (`p_`) or whole (`c_`). */
export const tablesOf = (name: string, suffix: TableSuffix = '') =>
  ({ standing: `v_${name}${suffix}`, cut: `p_${name}${suffix}`, whole: `c_${name}${suffix}` }) as const;

/** A position on the log as text, sorted like ordinals: its log time and its ordinal. A midnight sorts before all moments in it. */
export const momentOf = (at: string, ordinal: number): string => `${at}${String(ordinal).padStart(12, '0')}`;

/** Its ordinal; undefined for an instant. Before the first event a moment has no log time. */
export const ordinalOfMoment = (moment: string): number | undefined => (moment.endsWith('Z') ? undefined : Number(moment.slice(-12)));

const instantLength = '2026-11-21T03:12:00.000Z'.length;

/** What rows are compared with: a moment, or after all moments of an instant. */
export const toBound = (at: string): string => (at.length > instantLength ? at : `${at}~`);

export const recordOf = (
  view: AnyView,
  { id, row, ordinal, at, since = momentOf(at, ordinal), command = '', text = JSON.stringify(row) }: SavedRow,
): StoredCurrentRow => {
  const columns: Record<ColumnName, string> = {};
  for (const column of columnsOf(view)) columns[columnName(column)] = toSortable(valueOf(view, column, row));
  return { id, ordinal, row: text, since, command: toStoredText(command), is_open: view.isOpen?.(row) ? 1 : 0, ...columns };
};

// a row that was open for longer is stored in one piece: a row that did not change for a year need not be written 365 times
const longestCutMillis = 7 * 86_400_000;

/** The history of a row that was current until a moment: one interval for each UTC day when it was open; otherwise one. */
const piecesOf = (currentRow: StoredCurrentRow, until: string): readonly StoredInterval[] => {
  const { is_open: isOpen, command: _command, ...was } = currentRow;
  if (!isOpen || until > addMillis(was.since.slice(0, instantLength), longestCutMillis)) return [{ ...was, until, day: '' }];
  const intervals: StoredInterval[] = [];
  for (let since = was.since; since < until;) {
    const day = dayOf(since);
    const next = addMillis(midnightOf(day), 86_400_000);
    const end = next < until ? next : until;
    intervals.push({ ...was, since, until: end, day });
    since = end;
  }
  return intervals;
};

type End = Pick<SavedRow, 'at' | 'ordinal'>;

/** The history of a stored row that ends with a change. */
export const endInterval = (view: AnyView, currentRow: StoredCurrentRow, { at, ordinal }: End): readonly StoredInterval[] =>
  piecesOf(isStoredAsShown(view) ? currentRow : { ...currentRow, row: toPastText(view, currentRow.row) }, momentOf(at, ordinal));

const isStoredAsShown = ({ bookkeeping, fleeting }: AnyView): boolean => bookkeeping === undefined && fleeting === undefined;
const toPastText = (view: AnyView, row: string): string => JSON.stringify(toPastRow(view, JSON.parse(row)));

export const toShown = (view: AnyView, change: SavedRow): SavedRow => {
  if (!view.bookkeeping) return change;
  const { text: _text, ...rest } = change;
  return { ...rest, row: withoutBookkeeping(view, change.row) };
};

/** Like `endInterval`, for a change that has not been stored. */
export const endChange = (view: AnyView, change: SavedRow, { at, ordinal }: End): readonly StoredInterval[] =>
  view.hasHistory && change.row !== null ? piecesOf(recordOf(view, toPast(view, change)), momentOf(at, ordinal)) : [];

const toPast = (view: AnyView, change: SavedRow): SavedRow => {
  if (isStoredAsShown(view)) return change;
  const { text: _text, ...rest } = change;
  return { ...rest, row: toPastRow(view, change.row) };
};

export interface RowBefore {
  readonly row: unknown;
  readonly since: string;
  readonly command: string;
}

/** The change, with the moment since which it counts: that of the row before, if this was never seen or differs in fleeting fields alone. */
export const sinceBefore = (view: AnyView, before: RowBefore | null, change: SavedRow): SavedRow => {
  if (!view.hasHistory || before === null || before.row === null) return change;
  const isSame = view.fleeting
    ? change.row !== null && JSON.stringify(toPastRow(view, before.row)) === JSON.stringify(toPastRow(view, change.row))
    : before.command !== '' && before.command === change.command;
  return isSame ? { ...change, since: before.since } : change;
};

/** A change that is not stored, for the one after it. */
export const beforeOf = (saved: SavedRow): RowBefore => ({ row: saved.row, since: sinceOf(saved), command: saved.command ?? '' });

/** Since when a change that is not stored is so. */
const sinceOf = ({ since, at, ordinal }: SavedRow): string => since ?? momentOf(at, ordinal);
