import { z } from 'zod';
import { instant } from '../ids.js';
import { integrationKinds } from './kinds.js';

/** One thing to do in a monitoring system, in its own words; `snippet`: what to paste there. */
const step = z.object({ says: z.string(), snippet: z.string().nullable() });

/**
 * A monitoring system that can be connected. `kind`: the integration it needs. Its steps contain placeholders that depend on
 * the integration: `{address}` to send to, its `{key}`, the `{url}` of Tocsin, and the `{host}` in it, where mails are sent to.
 */
export const senderShown = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  kind: z.enum(integrationKinds),
  steps: z.array(step),
});
export type SenderShown = z.infer<typeof senderShown>;
export type SenderStep = z.infer<typeof step>;

/** `GET /api/senders`. */
export const sendersAnswer = z.object({ senders: z.array(senderShown) });
export type SendersAnswer = z.infer<typeof sendersAnswer>;

/**
 * A refused signal of an integration: its error, as a sentence. `guess`: whose message it looks like, if that is another sender’s. `body`: its beginning,
 * without keys; empty where it was not read.
 */
export const refusedSignal = z.object({ at: instant, says: z.string(), guess: z.string().nullable(), body: z.string() });
export type RefusedSignal = z.infer<typeof refusedSignal>;

export type SenderValues = Readonly<Record<'address' | 'key' | 'url', string>>;

/** A text of a step, for one integration. */
export const filledIn = (text: string, values: SenderValues): string =>
  text.replaceAll(/\{(address|host|key|url)\}/g, (_, name: keyof SenderValues | 'host') =>
    name === 'host' ? new URL(values.url).hostname : values[name],
  );
