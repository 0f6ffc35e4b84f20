import { randomBytes } from 'node:crypto';
import type { Meta } from '@tocsin/contracts/envelope.js';

const saltBytes = 16;
/** Salts that are drawn at once: a call for each event costs more than its bytes. */
const saltsAtOnce = 256;
let drawn = Buffer.alloc(0);
let usedBytes = 0;

/** 16 random bytes: without them, whoever has only the hash of an event could guess its content, and confirm the guess. */
export const createSalt = (): string => {
  if (usedBytes === drawn.length) {
    drawn = randomBytes(saltBytes * saltsAtOnce);
    usedBytes = 0;
  }
  const from = usedBytes;
  usedBytes += saltBytes;
  return drawn.toString('base64url', from, usedBytes);
};

/** Adds the salt as the last field; events of one decision share the text before it. */
export const saltedText = (metaText: string, salt: string): string => `${metaText.slice(0, -1)},"salt":"${salt}"}`;

/** Decisions must not depend on the salt, so it is removed. */
export const unsaltedMeta = (stored: unknown): Meta => {
  const meta = stored as Meta & { salt?: string };
  delete meta.salt;
  return meta;
};
