import type { Arrival, OpenAlert, ReadingResult, SenderFormat } from './format.js';
import type { Reading, Refusal } from './reading.js';

/** A request as a format reads it, posted to this address unless something else is said. */
export const arrivalAt = (path: string, given: Partial<Arrival> = {}): Arrival => ({
  method: 'POST',
  path,
  params: {},
  query: {},
  body: {},
  receivedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

/** What a format says of a body posted to its first address. */
export const readPosted = <Said extends Reading>(format: SenderFormat<Said>, body: unknown, newKey = 'new-key'): Said | Refusal =>
  format.read(arrivalAt(format.routes[0]!.path, { body }), newKey);

export const resultOf = (open: OpenAlert | null = null): ReadingResult => ({ requestId: 'request-1', open });
