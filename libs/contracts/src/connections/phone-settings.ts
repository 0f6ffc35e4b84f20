import { z } from 'zod';
import { prices } from './prices.js';

/** Calling codes: `+41 +44`. Empty: none are named. */
const codes = z
  .string()
  .trim()
  .max(400)
  .regex(/^(?:\+[1-9]\d{0,3}(?:[\s,]+(?=\+)|$))*$/, 'Calling codes such as +41 +44.');

/** What can be set of a provider of SMS and calls besides its account; each may be left out, or empty. */
export const phoneSettings = {
  /** Countries that codes may be sent to, but never premium and satellite numbers. Connections from before it was asked for have none named: all. */
  countries: codes.min(1, 'At least one calling code, such as +41.'),
  /** Senders for countries, by the beginning of the receiver’s number: `+44 +447700900123, +1 +14155550100`. */
  senders: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^(?:\+[1-9]\d{0,14} +\+[1-9]\d{6,14}(?: *, *(?=\+)|$))*$/, 'A beginning and a sender, separated by commas: +44 +447700900123.')
    .optional(),
  /** Countries without replies, and without links in messages: their carriers drop them. */
  noReplies: codes.optional(),
  noLinks: codes.optional(),
  /** `code`: a reply must name the alert group. */
  replies: z.enum(['', 'word', 'code']).optional(),
  /** `least`: messages leave the house with number and service alone. */
  content: z.enum(['', 'all', 'least']).optional(),
  /** Of the cost report. */
  prices,
} as const;
