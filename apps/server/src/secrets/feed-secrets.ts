import type { Macs } from './macs.js';

/** The format of feed secrets; anything else is not hashed. */
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

export const isWellFormedFeedSecret = (secret: string): boolean => wellFormed.test(secret);

/** The hash of a calendar feed’s secret, as events contain it. */
export const feedHashOf = ({ vault }: { readonly vault: Macs }, secret: string): string =>
  vault.mac('calendar-feed', secret).toString('hex');
