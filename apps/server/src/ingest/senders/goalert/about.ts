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
      says: 'Tools that append /api/v2/generic/incoming need the address of the server and the key as a token. A key is accepted with the dashes of a UUID, too.',
      snippet: '{url}\n{key}\n',
    },
    { says: 'action “close” resolves what has the same dedup.', snippet: null },
  ],
  snippet: null,
  example: () => ({ summary: 'Trying Tocsin out', details: 'Trying Tocsin out', dedup: 'try-tocsin' }),
};
