import { z } from 'zod';
import * as connectionLimits from '../limits.js';

/** Requests go to paths below this address: no query, no final slash. */
export const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .overwrite((text) => text.replace(/\/+$/, ''))
  .refine((text) => !/[?#@]/.test(text), 'An address such as https://api.twilio.com.');

export const secret = z.string().trim().min(1).max(connectionLimits.secretCharacters);
export const tokenOf = (prefix: string) => secret.refine((text) => text.startsWith(prefix), `It begins with ${prefix}.`);

/** Fields as they are typed or stored, by name. */
export type Fields = Readonly<Record<string, string | undefined>>;

const number = (pattern: RegExp, says: string) => z.string().trim().regex(pattern, says).optional();

/** How much a sender takes: messages a second, and calls at once. Empty: as fast as it takes them, and 20. */
export const pace = {
  perSecond: number(/^(?:|0\.[1-9]|[1-9]\d?(?:\.\d)?|100)$/, 'Messages a second: 0.1 to 100.'),
  atOnce: number(/^(?:|[1-9]\d?|100)$/, 'Calls at once: 1 to 100.'),
};
