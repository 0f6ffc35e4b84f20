import { importFields } from '../imports/imports.js';
import { textParameter } from './query.js';
import { inRoom, okAnswer } from './route.js';

export const importRoutes = inRoom('views', [
  {
    method: 'GET',
    path: '/api/imports',
    says: 'Imported histories, the newest first.',
    permission: 'everything.read',
    answers: okAnswer('Import results.', 'ImportList'),
  },
  {
    method: 'GET',
    path: '/api/imports/:id',
    says: 'The progress of an imported history, and the names of its services and people. `GET /api/reports/…?log=` and `POST /api/backtests` with `log` read it.',
    permission: 'everything.read',
    answers: okAnswer('The import.', 'ImportAnswered'),
    refusals: ['request.not_found'],
  },
  {
    method: 'POST',
    path: '/api/imports',
    says: 'Import alerts from a table into a separate log. The body is the table, as `text/csv` with a header, or as `application/x-ndjson`. No one is paged from it, and the live log is not touched.',
    permission: 'import.manage',
    bodyTypes: ['text/csv', 'application/x-ndjson'],
    query: {
      map: textParameter(
        `The column for each field: \`openedAt=Created,title=Summary\`. Fields: ${importFields.map((one) => `\`${one}\``).join(', ')}. Default: columns named like the fields.`,
        2_000,
      ),
      name: textParameter('Name. At most 80 characters.', 80),
    },
    answers: [{ status: 202, says: 'The table was read, and its log is being written.', shape: 'ImportShown' }],
    refusals: [
      'request.invalid',
      'request.too_large',
      'request.unsupported_media_type',
      'import.unknown_columns',
      'import.no_rows',
      'import.too_many_rows',
      'import.too_wide',
      'import.too_many_names',
      'limit.imports',
      'conflict.one_at_a_time',
      'store.unwritable',
    ],
  },
  {
    method: 'DELETE',
    path: '/api/imports/:id',
    says: 'Delete an imported history, or stop one that is being written.',
    permission: 'import.manage',
    answers: [{ status: 204, says: 'Deleted.' }],
    refusals: ['request.not_found'],
  },
]);
