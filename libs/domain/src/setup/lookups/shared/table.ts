import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import { parseCsv } from '../../../rules/csv.js';

/** A table’s header, and its rows, each as long as the header. */
export interface TableContent {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellOf = (text = ''): string => text.trim().slice(0, lookupLimits.cellCharacters);

/** Rows without a key are left out; missing cells are empty. At most one row more than a table may have is read. */
export const parseTable = (csv: string): TableContent => {
  const records = parseCsv(csv.replace(/^\uFEFF/, ''));
  const columns = (records.next().value ?? []).map(cellOf);
  const rows: (readonly string[])[] = [];
  for (const record of records) {
    if (rows.length > lookupLimits.rows) break;
    if (cellOf(record[0]) !== '') rows.push(columns.map((_, n) => cellOf(record[n])));
  }
  return { columns, rows };
};

/** Only where a reader would take it for something else: quotes everywhere could make a file longer than a table may be. */
const quoted = (text: string): string => (/[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The same table again. */
export const toCsv = ({ columns, rows }: TableContent): string => [columns, ...rows].map((cells) => cells.map(quoted).join(',')).join('\n');
