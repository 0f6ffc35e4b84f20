import type { Door } from './format.js';

// some senders can be set to either
const methods = ['POST', 'PUT'] as const;

/** Doors of our own for a kind of integration: its key is in the path, or beside the body. */
export const keyedDoors = (kind: string, says: string): readonly Door[] => [
  { methods, path: `/ingest/${kind}/:key`, says: `${says}; the key in the path. Any prefix may stand before it.` },
  { methods, path: `/ingest/${kind}`, says: `${says}; the key as Bearer token or Basic password.` },
];
