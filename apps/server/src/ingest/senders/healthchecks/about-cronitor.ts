import type { Sender } from '../sender.js';
import { healthchecksPings } from './format.js';

/** Cronitor, as an address that jobs call. */
export const cronitor: Sender = {
  id: 'cronitor',
  name: 'Cronitor',
  about: 'Jobs that call Cronitor’s telemetry address, or run under its command-line client',
  format: healthchecksPings,
  steps: [
    {
      says: 'Replace Cronitor’s address by this one; the key of a monitor stays behind it.',
      snippet: '{url}/p/{key}/MONITOR-KEY\n',
    },
    {
      says: 'For a job that calls it by curl:',
      snippet: 'backup.sh; curl -fsS -m 10 "{url}/p/{key}/backup?state=complete&status_code=$?"\n',
    },
    { says: 'The same job may ping in the form of Healthchecks instead.', snippet: '{address}/backup\n' },
  ],
  test: 'Call the address with state=fail: it opens an alert group.',
  resolves: 'state complete or ok of the same monitor resolves.',
  traps: ['An unknown monitor is created, and is expected once a day: say when under Heartbeats.', 'Metrics are accepted and not kept.'],
  snippet: null,
  example: () => 'Trying Tocsin out',
  exampleAt: '/try-tocsin/fail?create=1',
};
