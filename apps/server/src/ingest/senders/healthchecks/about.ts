import type { Sender } from '../sender.js';
import { healthchecksPings } from './format.js';

/** Any job that calls an address of Healthchecks. */
export const healthchecks: Sender = {
  id: 'healthchecks',
  name: 'Healthchecks ping',
  about: 'Cron jobs that call a ping address when they begin, fail or succeed',
  format: healthchecksPings,
  steps: [
    {
      says: 'Call this when the job ends: any exit status but 0 opens an alert group, and so does a ping that does not come.',
      snippet: 'backup.sh; curl -fsS -m 10 --retry 5 "{address}/backup/$??create=1"\n',
    },
    {
      says: 'Replace “backup” by the slug of the job: lower-case letters, digits and hyphens. With create=1 a heartbeat is made for it.',
      snippet: null,
    },
    { says: 'In Tocsin, under Heartbeats, say when it is expected: a new one is expected once a day.', snippet: null },
  ],
  test: 'Call the address with /fail at its end: it opens an alert group.',
  resolves: 'The next success of the same job resolves.',
  traps: [
    'A link preview or a mail scanner that follows the address is a ping: turn on POST only for the heartbeat.',
    'Two jobs with one slug hide each other’s failures: give each host its own.',
  ],
  snippet: null,
  example: () => 'Trying Tocsin out',
  exampleAt: '/try-tocsin/fail?create=1',
};
