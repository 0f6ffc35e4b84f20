import type { Sender } from '../sender.js';
import { healthchecksPings } from './format.js';

/** Dead Man’s Snitch, as an address that jobs call. */
export const snitch: Sender = {
  id: 'snitch',
  name: 'Dead Man’s Snitch',
  about: 'Jobs that check in at a snitch’s address',
  format: healthchecksPings,
  steps: [
    {
      says: 'In Tocsin, under Heartbeats, add a heartbeat of this integration, and copy its key: it is the last part of the address that is shown there.',
      snippet: null,
    },
    { says: 'Replace the address of the snitch by this one, with that key.', snippet: '{url}/snitch/KEY-OF-THE-HEARTBEAT\n' },
    {
      says: 'With the key of the integration and a name, a job may ping in the form of Healthchecks instead.',
      snippet: '{address}/backup\n',
    },
  ],
  test: 'Call the address with s=1: it opens an alert group.',
  resolves: 'The next check-in without an exit status, or with 0, resolves.',
  traps: ['An interval is set in Tocsin, not by the address.'],
  snippet: null,
  example: () => 'Trying Tocsin out',
  exampleAt: '/try-tocsin/fail?create=1',
};
