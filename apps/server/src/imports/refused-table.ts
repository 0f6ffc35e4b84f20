import type { ImportTable } from '@tocsin/contracts/imports.js';
import { rowCodes } from '@tocsin/contracts/imports.js';
import { limits } from '@tocsin/contracts/limits.js';
import { isWide } from '@tocsin/domain/imports/parse.js';
import type { ImportMap } from '@tocsin/domain/imports/row.js';
import { HttpProblem } from '../problems/problem.js';

const list = (names: readonly string[]): string => names.join(', ') || 'none';

/** Throws HttpProblem where nothing can be made of a table, with its rows as paths. A row may lack a column in NDJSON: one that no row has is a mistake. */
export function refuseTable({ rows, taken, columns, notes }: ImportTable, map: ImportMap | null): void {
  const { rows: most, columns: limit, columnCharacters: characters } = limits.imports;
  if (isWide(columns)) throw new HttpProblem('import.too_wide', { limit, characters });
  if (rows > most) throw new HttpProblem('import.too_many_rows', { limit: most });
  const missing = Object.values(map ?? {}).filter((column) => !columns.includes(column));
  if (rows > 0 && missing.length > 0)
    throw new HttpProblem('import.unknown_columns', { missing: list(missing), columns: list(columns) }, [
      { path: 'map', code: 'custom', message: `There is no column ${list(missing)}.` },
    ]);
  if (taken > 0) return;
  const errors = notes.map(({ row, code }) => ({ path: `row ${row}`, code, message: rowCodes[code] }));
  throw new HttpProblem('import.no_rows', { columns: list(columns) }, errors);
}
