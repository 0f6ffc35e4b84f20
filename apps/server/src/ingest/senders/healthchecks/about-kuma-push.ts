import type { Sender } from '../sender.js';
import { healthchecksPings } from './format.js';

/** Uptime Kuma push monitor, as an address that jobs call. */
export const kumaPush: Sender = {
  id: 'uptime-kuma-push',
  name: 'Uptime Kuma push monitor',
  about: 'Scripts that call the address of a push monitor',
  format: healthchecksPings,
  steps: [
    {
      says: 'In Tocsin, under Heartbeats, add a heartbeat of this integration, and copy its key: it is the last part of the address that is shown there.',
      snippet: null,
    },
    {
      says: 'Replace the address of the push monitor by this one, with that key.',
      snippet: '{url}/api/push/KEY-OF-THE-HEARTBEAT?status=up&msg=OK&ping=\n',
    },
    {
      says: 'With the key of the integration and a name, a script may ping in the form of Healthchecks instead.',
      snippet: '{address}/backup\n',
    },
  ],
  test: 'Call the address with status=down: it opens an alert group.',
  resolves: 'The next call with status=up resolves.',
  traps: ['The heartbeat interval is set in Tocsin, not in the script.'],
  snippet: null,
  example: () => 'Trying Tocsin out',
  exampleAt: '/try-tocsin/fail?create=1',
};
