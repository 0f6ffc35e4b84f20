import type { ImportTable } from '@tocsin/contracts/imports/imports.js';
import { rowCodes } from '@tocsin/contracts/imports/imports.js';
import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { isWide } from '@tocsin/domain/observers/imports/parse.js';
import type { ImportMap } from '@tocsin/domain/observers/imports/row.js';
import { HttpProblem } from '../problems/problem.js';
import type { NamesCount } from './worker-messages.js';

const formatCount = (count: number): string => count.toLocaleString('en');

/** Whether a table has more names than one log may have: usually a column that is mapped by mistake. */
export const hasTooMany = ({ services, people }: NamesCount): boolean => Math.max(services, people) > importLimits.imports.names;

const maxColumnNames = importLimits.imports.columnsNamed;

const list = (names: readonly string[]): string => {
  const more = names.length - maxColumnNames;
  return more > 0 ? `${names.slice(0, maxColumnNames).join(', ')}, and ${more} more` : names.join(', ') || 'none';
};

/** Only the first columns: lists of imports don’t need all of them. */
export const truncateTable = ({ columns, ...table }: ImportTable): ImportTable => {
  const moreColumns = columns.length - maxColumnNames;
  return { ...table, columns: columns.slice(0, maxColumnNames), ...(moreColumns > 0 ? { moreColumns } : {}) };
};

/**
 * Throws HttpProblem when nothing can be imported; row numbers are the paths of errors. In NDJSON a row may lack a column, but a
 * mapped column that no row has is an error.
 */
export function refuseTable({ rows, taken: acceptedRows, columns, notes }: ImportTable, map: ImportMap | null, names: NamesCount): void {
  const limit = importLimits.imports;
  if (isWide(columns)) throw new HttpProblem('import.too_wide', { limit: limit.columns, characters: limit.columnCharacters });
  if (rows > limit.rows) throw new HttpProblem('import.too_many_rows', { limit: formatCount(limit.rows) });
  const missingColumns = Object.values(map ?? {}).filter((column) => !columns.includes(column));
  if (rows > 0 && missingColumns.length > 0)
    throw new HttpProblem('import.unknown_columns', { missing: list(missingColumns), columns: list(columns) }, [
      { path: 'map', code: 'custom', message: `There is no column ${list(missingColumns)}.` },
    ]);
  for (const kind of ['services', 'people'] as const)
    if (names[kind] > limit.names)
      throw new HttpProblem('import.too_many_names', { what: kind, count: formatCount(names[kind]), limit: formatCount(limit.names) });
  if (acceptedRows > 0) return;
  const errors = notes.map(({ row, code }) => ({ path: `row ${row}`, code, message: rowCodes[code] }));
  throw new HttpProblem('import.no_rows', { columns: list(columns) }, errors);
}
