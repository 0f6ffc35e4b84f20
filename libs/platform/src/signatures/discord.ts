import { createPublicKey, verify } from 'node:crypto';

export interface DiscordRequest {
  readonly body: string;
  /** `X-Signature-Timestamp`. It is signed, but says nothing about how new the request is. */
  readonly timestamp: string;
  /** `X-Signature-Ed25519`: hex. */
  readonly signature: string;
}

/** The head of an Ed25519 public key in DER (RFC 8410), before its 32 bytes. */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');

/** `publicKey`: the application’s, 64 hex digits. Source: docs.discord.com, “Validating Security Request Headers”. */
export const isSignedByDiscord = (publicKey: string, { body, timestamp, signature }: DiscordRequest): boolean => {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false;
  const key = createPublicKey({ key: Buffer.concat([derHead, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(timestamp + body), key, Buffer.from(signature, 'hex'));
};
