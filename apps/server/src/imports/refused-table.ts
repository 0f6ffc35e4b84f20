import type { ImportTable } from '@tocsin/contracts/imports.js';
import { rowCodes } from '@tocsin/contracts/imports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { isWide } from '@tocsin/domain/imports/parse.js';
import type { ImportMap } from '@tocsin/domain/imports/row.js';
import { HttpProblem } from '../problems/problem.js';

const named = limits.imports.columnsNamed;

const list = (names: readonly string[]): string => {
  const more = names.length - named;
  return more > 0 ? `${names.slice(0, named).join(', ')}, and ${more} more` : names.join(', ') || 'none';
};

/** With its first columns only: lists of imports don’t need all of them. */
export const shownTable = ({ columns, ...table }: ImportTable): ImportTable => {
  const moreColumns = columns.length - named;
  return { ...table, columns: columns.slice(0, named), ...(moreColumns > 0 ? { moreColumns } : {}) };
};

/**
 * Throws HttpProblem when nothing can be imported; row numbers are the paths of errors. In NDJSON a row may lack a column, but a
 * mapped column that no row has is an error.
 */
export function refuseTable({ rows, taken, columns, notes }: ImportTable, map: ImportMap | null): void {
  const { rows: most, columns: limit, columnCharacters: characters } = limits.imports;
  if (isWide(columns)) throw new HttpProblem('import.too_wide', { limit, characters });
  if (rows > most) throw new HttpProblem('import.too_many_rows', { limit: most.toLocaleString('en') });
  const missing = Object.values(map ?? {}).filter((column) => !columns.includes(column));
  if (rows > 0 && missing.length > 0)
    throw new HttpProblem('import.unknown_columns', { missing: list(missing), columns: list(columns) }, [
      { path: 'map', code: 'custom', message: `There is no column ${list(missing)}.` },
    ]);
  if (taken > 0) return;
  const errors = notes.map(({ row, code }) => ({ path: `row ${row}`, code, message: rowCodes[code] }));
  throw new HttpProblem('import.no_rows', { columns: list(columns) }, errors);
}
