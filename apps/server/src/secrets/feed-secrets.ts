import type { Macs } from './macs.js';

/** As secrets of feeds are made; what a stranger sends in their place is not hashed. */
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export const isWellFormedFeedSecret = (secret: string): boolean => wellFormed.test(secret);

/** What an event holds of the secret in a calendar feed’s address. */
export const feedHashOf = ({ vault }: { readonly vault: Macs }, secret: string): string =>
  vault.mac('calendar-feed', secret).toString('hex');
