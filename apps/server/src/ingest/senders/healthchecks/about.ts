import type { Sender } from '../sender.js';
import { healthchecksPings } from './format.js';

/** Any job that calls an address of Healthchecks. */
export const healthchecks: Sender = {
  id: 'healthchecks',
  name: 'Healthchecks ping',
  about: 'Cron jobs that call a ping address when they fail or succeed',
  format: healthchecksPings,
  steps: [
    {
      says: 'Call this when the job ends: any exit status but 0 opens an alert group.',
      snippet: 'backup.sh; curl -fsS -m 10 --retry 5 {address}/backup/$?\n',
    },
    {
      says: 'Replace “backup” by the name of the job: lower-case letters, digits and hyphens. The next success resolves the group.',
      snippet: null,
    },
    { says: 'A ping that does not come at all is not noticed yet.', snippet: null },
  ],
  snippet: null,
  example: () => 'Trying Tocsin out',
  exampleAt: '/try-tocsin/fail',
};
