import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, stored in the browser. */
export const createSessionToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256, hex. The token is random, so it needs no salt and no slow hash. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');
