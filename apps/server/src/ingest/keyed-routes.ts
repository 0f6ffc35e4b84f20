import type { SenderRoute } from './format.js';

// some senders can be configured to use either
const usual = ['POST', 'PUT'] as const;

/** The routes of a kind of integration with its key in the path, or outside the body. */
export const keyedRoutes = (
  kind: string,
  says: string,
  body: SenderRoute['body'] = 'json',
  methods: SenderRoute['methods'] = usual,
): readonly SenderRoute[] => [
  { methods, path: `/ingest/${kind}/:key`, says: `${says}; the key in the path. Any path prefix is allowed.`, body },
  { methods, path: `/ingest/${kind}`, says: `${says}; the key as Bearer token or Basic password.`, body },
];
