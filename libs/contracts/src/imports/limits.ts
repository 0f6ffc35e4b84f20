/**
 * Imports by the API: size of the table, rows, columns, length of their names, columns in answers, notes, stored imports, different
 * services or people, memory of the worker in MB, and how often an import is started if the server ends.
 */
export const imports = {
  bytes: 64 * 1_024 * 1_024,
  rows: 150_000,
  columns: 200,
  columnCharacters: 128,
  columnsNamed: 20,
  notes: 200,
  kept: 20,
  names: 5_000,
  memory: 512,
  attempts: 3,
} as const;
