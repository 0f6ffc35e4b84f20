import type { Refusals } from '../refusal.js';

export const refusals = {
  'import.unknown_columns': [
    422,
    'The table has no column {missing}. Columns found: {columns}.',
    'Name the columns in “map” as the table does.',
  ],
  'import.no_rows': [
    422,
    'No rows could be imported. Columns found: {columns}.',
    'See “errors” for each row, and map the column with the time at which an alert opened: ?map=openedAt=Created.',
  ],
  'import.too_many_rows': [422, 'The table has more than {limit} rows.', 'Split the table, or use tocsin import.'],
  'import.too_many_names': [
    422,
    'The table has {count} different {what}, and at most {limit} can be imported.',
    'Check in “map” which column has them.',
  ],
  'import.too_wide': [
    422,
    'The table has more than {limit} columns, or a column name with more than {characters} characters.',
    'Remove the columns that you do not need, or use tocsin import.',
  ],
  'limit.imports': [409, 'Limit of {limit} imports reached.', 'Delete one first.'],
} as const satisfies Refusals;
