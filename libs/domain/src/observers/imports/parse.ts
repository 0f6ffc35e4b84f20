import type { ImportFormat } from '@tocsin/contracts/imports/imports.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { parseCsv } from '../../rules/csv.js';
import { readRow, timesOf, type ImportMap, type RowNote } from './row.js';
import type { ImportedAlert } from './shared/imported-alert.js';
import { dayOrderOf, hasNumberDates, type DayOrder } from './times.js';

export interface ParsedAlerts {
  readonly rows: number;
  /** In the order in which they opened. */
  readonly alerts: readonly ImportedAlert[];
  readonly notes: readonly RowNote[];
  /** The columns found. */
  readonly columns: readonly string[];
}

interface Table {
  /** Null: those of the first readable row. */
  readonly columns: readonly string[] | null;
  readonly rows: Iterable<Columns | null>;
}

type Columns = Readonly<Record<string, unknown>>;

/** A row may be shorter than the header: missing fields are empty. Of columns with the same name the first counts. */
const parseCsvTable = (text: string): Table => {
  const records = parseCsv(text);
  const header = (records.next().value ?? []).map((name) => name.trim());
  const places = [...new Map(header.map((name, n) => [name, n] as const).toReversed())];
  const namedRows = function* (): Generator<Columns, void, void> {
    for (const row of records) yield Object.fromEntries(places.map(([name, n]) => [name, row[n] ?? '']));
  };
  return { columns: header, rows: namedRows() };
};

const parseLine = (line: string): Columns | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Columns) : null;
  } catch {
    return null;
  }
};
const parseLines = function* (text: string): Generator<Columns | null, void, void> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    if (line.trim() !== '') yield parseLine(line);
    at = end === -1 ? text.length : end + 1;
  }
};
const parseNdjson = (text: string): Table => ({ columns: null, rows: parseLines(text) });

const formats: { readonly [F in ImportFormat]: (text: string) => Table } = { csv: parseCsvTable, ndjson: parseNdjson };

/** Whether there are too many columns, or one with too long a name. */
export const isWide = (columns: readonly string[]): boolean =>
  columns.length > importLimits.imports.columns || columns.some((name) => name.length > importLimits.imports.columnCharacters);

const byOpening = (a: ImportedAlert, b: ImportedAlert): number =>
  a.openedAt === b.openedAt ? a.row - b.row : a.openedAt < b.openedAt ? -1 : 1;

const unreadableNote = (row: number): RowNote => ({ row, code: 'import.unreadable_row', isLeftOut: true });

/** An object may omit empty fields: columns are those of the first row, and later ones that are mapped. */
const withColumns = (columns: readonly string[] | null, row: Columns | null, map: ImportMap): readonly string[] | null => {
  if (!columns || !row) return columns ?? (row && Object.keys(row));
  const more = Object.values(map).filter((name) => Object.hasOwn(row, name) && !columns.includes(name));
  return more.length > 0 ? [...columns, ...new Set(more)] : columns;
};

const detectDayOrder = (text: string, format: ImportFormat, map: ImportMap, maxRows: number): DayOrder | null => {
  if (!hasNumberDates(text)) return null;
  const listTimes = function* (): Generator<string, void, void> {
    let rows = 0;
    for (const row of formats[format](text).rows) {
      if (row) yield* timesOf(row, map);
      if ((rows += 1) > maxRows) return;
    }
  };
  return dayOrderOf(listTimes());
};

/** State of an alert in this row: resolved, acknowledged, or neither. */
const stageOf = ({ acknowledgedAt, resolvedAt }: ImportedAlert): number => {
  if (resolvedAt !== null) return 2;
  return acknowledgedAt === null ? 0 : 1;
};

/**
 * Merges rows with the same id, since a log of changes has a row for each: the last of those in the furthest state counts, because the file may be
 * sorted newest first.
 */
class Alerts {
  readonly notes: RowNote[] = [];
  private readonly alerts: ImportedAlert[] = [];
  private readonly places = new Map<string, number>();

  add(alert: ImportedAlert): void {
    const place = alert.id === '' ? undefined : this.places.get(alert.id);
    if (place !== undefined) {
      const before = this.alerts[place]!;
      const [countingAlert, other] = stageOf(alert) >= stageOf(before) ? [alert, before] : [before, alert];
      this.notes.push({ row: other.row, code: 'import.later_row', isLeftOut: true });
      this.alerts[place] = countingAlert;
      return;
    }
    if (alert.id !== '') this.places.set(alert.id, this.alerts.length);
    this.alerts.push(alert);
  }

  inOrder(): ImportedAlert[] {
    return this.alerts.toSorted(byOpening);
  }
}

/**
 * The alerts of a table; what can’t be read is noted, row by row. Reads at most one row more than `most`, which shows
 * that there are too many; stops at once when the table is too wide.
 */
export const parseAlerts = (text: string, format: ImportFormat, map: ImportMap, maxRows = Infinity): ParsedAlerts => {
  const plainText = text.replace(/^\uFEFF/, '');
  const table = formats[format](plainText);
  const alerts = new Alerts();
  const { notes } = alerts;
  let { columns } = table;
  let rows = 0;
  const parsedAlerts = (): ParsedAlerts => ({
    rows,
    alerts: alerts.inOrder(),
    notes: notes.toSorted((a, b) => a.row - b.row),
    columns: columns ?? [],
  });
  if (isWide(columns ?? [])) return parsedAlerts();
  const order = detectDayOrder(plainText, format, map, maxRows);
  for (const row of table.rows) {
    rows += 1;
    const rowResult = row ? readRow(rows, row, map, order) : { alert: null, notes: [unreadableNote(rows)] };
    columns = withColumns(columns, row, map);
    if (rowResult.alert) alerts.add(rowResult.alert);
    notes.push(...rowResult.notes);
    if (rows > maxRows || isWide(rows === 1 ? (columns ?? []) : [])) break;
  }
  return parsedAlerts();
};
