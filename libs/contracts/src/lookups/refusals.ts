import type { Refusals } from '../refusal.js';

export const refusals = {
  'lookup.not_found': [404, 'There is no such lookup table.', 'Reload the list.'],
  'lookup.name_taken': [409, 'There is a lookup table of this name already.', 'Choose another name.'],
  'lookup.no_columns': [422, 'A lookup table needs a header with a key column and at least one more.', 'Add a header to the file.'],
  'lookup.column_twice': [422, 'The column {column} occurs twice, or has no name.', 'Rename the column.'],
  'lookup.key_twice': [422, 'The key {key} occurs twice.', 'Remove one of the rows.'],
  'lookup.too_many': [422, 'A lookup table has at most {rows} rows and {columns} columns.', 'Split the file.'],
  'lookup.empty': [422, 'The file has no rows.', 'Add a row below the header.'],
  'lookup.one_source': [422, 'A lookup table has a file or an address.', 'Leave one of them out.'],
  'lookup.no_address': [409, 'This lookup table has no address.', 'Upload its file again.'],
  'lookup.fetch_failed': [422, 'The lookup table could not be fetched: {problem}.', 'Check the address and its header.'],
  'limit.lookups': [409, 'A team, or the organisation, has at most {limit} lookup tables.', 'Remove one first.'],
} as const satisfies Refusals;
