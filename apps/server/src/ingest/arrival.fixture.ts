import type { OpenAlert, ReadingResult, SenderFormat } from './format.js';
import type { Reading, Refusal } from './reading.js';

/** What a format says of a body posted to its first address. */
export const readPosted = <Said extends Reading>(format: SenderFormat<Said>, body: unknown, newKey = 'new-key'): Said | Refusal =>
  format.read({ method: 'POST', path: format.routes[0]!.path, params: {}, query: {}, body }, newKey);

export const resultOf = (open: OpenAlert | null = null): ReadingResult => ({ requestId: 'request-1', open });
