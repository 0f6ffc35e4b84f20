import { z } from 'zod';
import type { FormatAnswer } from '../../format.js';
import type { JsonFields } from '../../parsing/lenient-fields.js';
import type { NothingReading, Refusal, SignalReading } from '../../reading.js';

export type ReadEvent = (event: JsonFields, newKey: string) => SignalReading | NothingReading | Refusal;

/** `errors` is a list of sentences. */
const refused = {
  name: 'PagerdutyRefused',
  schema: z.object({ status: z.string(), message: z.string(), errors: z.array(z.string()).optional() }),
};

export const refusedAnswers: readonly FormatAnswer[] = [
  { status: 400, says: 'Not JSON, a required field is missing, or the key is not known: `errors` says which.', shape: refused },
  { status: 429, says: 'Too many requests: see Retry-After.', shape: refused },
];
