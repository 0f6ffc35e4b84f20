import type { TokenRow } from '@tocsin/contracts/tokens/noun.js';

/** Neither revoked nor expired. */
export const isLive = (row: TokenRow, now: string): boolean => row.revoked === null && row.expiresAt > now;
