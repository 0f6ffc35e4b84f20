import { z } from 'zod';
import { event, type Messages } from '../message.js';

const hexOf = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** Facts of the stream `seals`. */
export const events = {
  SealingKeyIntroduced: event(
    1,
    ['system', 'Sealing key introduced'],
    'From here on seals are signed by this key, which is in the vault. A store that was restored gets a new one: an original and its copy never sign with the same key.',
    z.object({
      keyId: hexOf(8),
      /** Hexadecimal. */
      publicKey: hexOf(64),
      algorithm: z.literal('ed25519'),
      /** The key before. */
      replaces: hexOf(8).nullable(),
    }),
  ),
  LogSealed: event(
    1,
    ['system', 'History sealed'],
    'The history so far was sealed: nobody can change it, or leave something out, without the seal showing it.',
    z.object({
      /** A signed note (C2SP tlog-checkpoint) over the first events, by number: later than the last of them. */
      note: z.string().max(400),
    }),
  ),
  LogAnchored: event(
    1,
    ['system', 'Seal anchored outside'],
    'A seal was stored by an outside service: anyone who rewrites the history here can’t rewrite it there.',
    z.object({
      /** Events that the seal covers, and the root over them. */
      size: z.number().int(),
      root: hexOf(64),
      kind: z.enum(['webhook', 'time_stamp', 'mail']),
      /** Of the address; of a mailbox its domain. */
      host: z.string().max(300),
      /** Of an authority of RFC 3161: its verified answer, in base64 of DER. */
      token: z.string().max(90_000).optional(),
    }),
  ),
};
export type SealFact = Messages<typeof events>;

/** The newest seal that a service outside took. */
export const anchorHealth = z.object({ size: z.number().int(), host: z.string(), at: z.string() });
export type AnchorHealth = z.infer<typeof anchorHealth>;

/** What `GET /api/health` shows; null before the first seal. */
export const sealsHealth = z.object({
  /** Events that are sealed. */
  size: z.number().int(),
  /** Of the tree over them; hexadecimal. */
  root: z.string(),
  at: z.string(),
  /** The public key: whoever has it from elsewhere can check every seal. */
  publicKey: z.string(),
});
export type SealsHealth = z.infer<typeof sealsHealth>;
