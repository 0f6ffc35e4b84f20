import type { SenderEndpoint } from './format.js';

// some senders can be configured to use either
const methods = ['POST', 'PUT'] as const;

/** The routes of a kind of integration with its key in the path, or outside the body. */
export const keyedEndpoints = (kind: string, says: string): readonly SenderEndpoint[] => [
  { methods, path: `/ingest/${kind}/:key`, says: `${says}; the key in the path. Any path prefix is allowed.` },
  { methods, path: `/ingest/${kind}`, says: `${says}; the key as Bearer token or Basic password.` },
];
