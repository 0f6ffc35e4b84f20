import { duration } from '../duration.js';

const { minute, hour } = duration;

export const passwordResetLink = 1 * hour;
export const secondStep = 5 * minute;
/** How long a recent sign-in counts. */
export const proof = 15 * minute;
export const recoveryCodes = 10;
/** Time to confirm a two-factor secret. */
export const twoFactorOffer = 1 * hour;
/**
 * `perAccount`: for an account from one address. `perAddress`: from one address. `perAccountInAll`: for an account from all addresses,
 * except browsers that have signed in before.
 */
export const signInAttempts = { perAccount: 10, perAddress: 50, perAccountInAll: 100, window: 15 * minute } as const;
export const resetsAsked = { perAccount: 5, perAddress: 20, perAccountInAll: 5, window: 1 * hour } as const;
export const passwordCharacters = { min: 10, max: 200 } as const;
