import type { ImportFormat } from '@tocsin/contracts/imports.js';
import { csvRecords } from './csv.js';
import { readRow, type ImportedAlert, type ImportMap, type RowNote } from './row.js';

export interface Parsed {
  readonly rows: number;
  /** By when they opened. */
  readonly alerts: readonly ImportedAlert[];
  readonly notes: readonly RowNote[];
  /** The columns that there are. */
  readonly columns: readonly string[];
}

type Columns = Readonly<Record<string, unknown>>;

/** A row may be shorter than the header: what it lacks is empty. */
const ofCsv = (text: string): readonly (Columns | null)[] => {
  const [header = [], ...rows] = csvRecords(text.replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(header.map((name, n) => [name.trim(), row[n] ?? ''])));
};

const ofLine = (line: string): Columns | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Columns) : null;
  } catch {
    return null;
  }
};
const ofNdjson = (text: string): readonly (Columns | null)[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(ofLine);

const formats: { readonly [F in ImportFormat]: (text: string) => readonly (Columns | null)[] } = { csv: ofCsv, ndjson: ofNdjson };

/** Alerts of a table. What can’t be read is noted, row by row. */
export const parseAlerts = (text: string, format: ImportFormat, map: ImportMap): Parsed => {
  const table = formats[format](text);
  const read = table.map((columns, n) =>
    columns
      ? readRow(n + 1, columns, map)
      : { alert: null, notes: [{ row: n + 1, code: 'import.unreadable_row', isLeftOut: true } as const] },
  );
  return {
    rows: table.length,
    alerts: read
      .flatMap(({ alert }) => alert ?? [])
      .toSorted((a, b) => (a.openedAt === b.openedAt ? a.row - b.row : a.openedAt < b.openedAt ? -1 : 1)),
    notes: read.flatMap(({ notes }) => notes),
    columns: Object.keys(table.find((one) => one !== null) ?? {}),
  };
};
