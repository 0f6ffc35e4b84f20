import * as historyLimits from '../imported-history/limits.js';
import { textParameter } from './query.js';
import { inRoom, okAnswer } from './route.js';

export const importedHistoryRoutes = inRoom('views', [
  {
    method: 'GET',
    path: '/api/imported-history',
    says: 'What `tocsin import-history` has kept of other systems: counts, completeness by kind and month, and what they can’t tell. `GET /api/reports/…?log=` and `POST /api/backtests` read its `log`.',
    permission: 'everything.read',
    answers: okAnswer('The imported history.', 'ImportedHistory'),
  },
  {
    method: 'GET',
    path: '/api/imported-history/alerts',
    says: 'Alerts of other systems, the newest first: those of a service with a title, or those in which words are.',
    permission: 'everything.read',
    query: {
      serviceId: textParameter('Of this service here.', 80),
      title: textParameter('With this title.', historyLimits.searchCharacters),
      text: textParameter('With these words in title or note.', historyLimits.searchCharacters),
    },
    answers: okAnswer('The alerts.', 'ImportedAlerts'),
    refusals: ['request.invalid'],
  },
  {
    method: 'GET',
    path: '/api/imported-history/people/:id',
    says: 'The rescue folders that still have a person: erasing somebody here does not reach them.',
    permission: 'import.manage',
    answers: okAnswer('The folders.', 'RescuesOfPerson'),
  },
  {
    method: 'POST',
    path: '/api/imported-history/build',
    says: 'Make the log for reports and backtests again, with the setup as it is now.',
    permission: 'import.manage',
    answers: [{ status: 202, says: 'It is being made.', shape: 'ImportedHistory' }],
    refusals: ['request.not_found', 'store.unwritable'],
  },
  {
    method: 'POST',
    path: '/api/imported-history/redact',
    says: 'Redact the texts of an imported alert: title, what its sender said, sentences and notes. Their keys are destroyed, in `backups/` too; a later import leaves them out.',
    permission: 'person.erase',
    body: 'RedactedAlert',
    example: { system: 'opsgenie', id: '70413a06-38d6-4c85-92b8-5ebc900d42e2' },
    answers: [{ status: 204, says: 'Redacted.' }],
    refusals: ['request.invalid', 'request.not_found', 'conflict.one_at_a_time'],
  },
  {
    method: 'DELETE',
    path: '/api/imported-history',
    says: 'Delete all imported alerts, acts, pages and duty, with their reports; copies in backups can’t be read any more. Rescue folders stay.',
    permission: 'import.manage',
    answers: [{ status: 204, says: 'Deleted.' }],
    refusals: ['request.not_found', 'conflict.one_at_a_time'],
  },
]);
