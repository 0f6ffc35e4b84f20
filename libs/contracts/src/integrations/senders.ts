import { z } from 'zod';
import { instant } from '../ids.js';
import { integrationKinds } from './kinds.js';

/** One thing to do in a monitoring system, in its own words; `snippet`: what to paste there. */
const step = z.object({ says: z.string(), snippet: z.string().nullable() });

/**
 * A monitoring system that can be connected. `kind`: the integration it needs. Its steps contain placeholders that depend on
 * the integration: `{address}` to send to, its `{key}`, also as a `{uuid}`, the `{url}` of Tocsin, and the `{host}` in it, where mails are sent to.
 */
export const senderShown = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  kind: z.enum(integrationKinds),
  steps: z.array(step),
  /** How to test it by its own means, what ends an alert, and what goes wrong with it. */
  test: z.string(),
  resolves: z.string(),
  traps: z.array(z.string()),
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

/** Tocsin’s base URL, from the address of an integration. */
export const baseUrlOf = (address: string): string => address.replace(/\/(?:ingest|v2|ping|integrations)\/.*$/, '');

/** A key in the form of a UUID, which some clients insist on. */
export const toUuid = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A text of a step, for one integration. */
export const filledIn = (text: string, { address, key, url }: SenderValues): string => {
  const values = { address, key, url, uuid: toUuid(key), host: new URL(url).hostname };
  return text.replaceAll(/\{(address|host|key|url|uuid)\}/g, (_, name: keyof typeof values) => values[name]);
};
