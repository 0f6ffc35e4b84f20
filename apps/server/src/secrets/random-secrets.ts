import { randomBytes, randomInt } from 'node:crypto';

/** 256 bits. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** What this server recognises itself by: 192 bits. */
export const newChallenge = (): string => randomBytes(24).toString('base64url');

/** The seed of an authenticator app: 160 bits, as RFC 4226 recommends. */
export const newSeed = (): ArrayBuffer => new Uint8Array(randomBytes(20)).buffer;

/** The seed of an Ed25519 key. */
export const newSigningSeed = (): Buffer => randomBytes(32);

/** Asked for once by this server, so that an old answer is no answer. 64 bits. */
export const newNonce = (): Buffer => randomBytes(8);

/** Without look-alikes. */
const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';

interface CodeForm {
  readonly groups: number;
  readonly length: number;
  readonly of: string;
}
const groupsOf = ({ groups, length, of }: CodeForm): string =>
  Array.from({ length: groups }, () => Array.from({ length }, () => of[randomInt(of.length)]).join('')).join('-');

/** A code that a person types, 59 bits: `7kfp-x2qm-ad9s`. */
export const newTypedCode = (): string => groupsOf({ groups: 3, length: 4, of: letters + digits });

/** The code as it is compared: people leave out or add spaces and hyphens, and write capitals. */
export const plainCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** A password that a person types, 68 bits: letters alone. */
export const newTypedPassword = (): string => groupsOf({ groups: 3, length: 5, of: letters });
