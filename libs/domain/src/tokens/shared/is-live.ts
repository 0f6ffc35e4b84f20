import type { TokenRow } from '@tocsin/contracts/tokens.js';

/** Not revoked and not over. */
export const isLive = (row: TokenRow, now: string): boolean => row.revoked === null && row.expiresAt > now;
