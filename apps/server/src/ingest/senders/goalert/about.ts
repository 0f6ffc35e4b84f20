import type { Sender } from '../sender.js';
import { goalertGeneric } from './format.js';

export const goalert: Sender = {
  id: 'goalert',
  name: 'GoAlert generic API',
  about: 'Tools that send to GoAlert’s generic API, such as Apprise',
  format: goalertGeneric,
  steps: [
    { says: 'In your tool, replace GoAlert’s address by this one.', snippet: '{address}\n' },
    {
      says: 'Tools that append /api/v2/generic/incoming need the address of the server and the key as a token, for Apprise as a UUID.',
      snippet: '{url}\n{uuid}\n',
    },
    { says: 'action “close” resolves what has the same dedup.', snippet: null },
  ],
  test: 'Use the test of your tool: it pages like an alert, so resolve it here.',
  resolves: 'action close with the same dedup resolves.',
  traps: ['Without a dedup, summary and details are the key: both must stay the same.'],
  snippet: null,
  example: () => ({ summary: 'Trying Tocsin out', details: 'Trying Tocsin out', dedup: 'try-tocsin' }),
};
