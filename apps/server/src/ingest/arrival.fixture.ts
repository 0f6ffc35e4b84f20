import type { OpenAlert, ReadingResult, SenderFormat } from './format.js';
import type { Reading } from './reading.js';

/** What a format says of a body posted to its first address. */
export const readPosted = (format: SenderFormat, body: unknown, newKey = 'new-key'): Reading =>
  format.read({ method: 'POST', path: format.routes[0]!.path, params: {}, query: {}, body }, newKey);

export const resultOf = (open: OpenAlert | null = null): ReadingResult => ({ requestId: 'request-1', open });
