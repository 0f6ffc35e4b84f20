import { duration } from '../duration.js';

const { minute } = duration;

export const integrationsPerService = 30;
export const endedKeysKept = 20;
export const summaryCharacters = 1_024;
export const detailsBytes = 6 * 1_024;
export const dedupKeyCharacters = 512;
export const labelCharacters = 1_024;
/** Refused signals that are kept of an integration, and the characters of each one’s body. */
export const refusedLately = { most: 20, characters: 1_000 } as const;
export const labelsPerAlert = 64;
export const linksPerAlert = 20;
export const linkCharacters = 8_192;
/** A normalised signal as JSON. Together with its encrypted raw body it fits one append. */
export const signalBytes = 600 * 1_024;
export const rawBytes = 200 * 1_024;
/** Kept characters of a raw body, before compression. */
export const rawCharacters = 1_024 * 1_024;
/**
 * The hard limit of an integration, in signals per window of the soft limit: at least `least`. Refused signals are reported to its
 * alert group every `tellEvery`. The group resolves when none was refused for `quiet`, and is not opened again for `quiet` after a
 * person resolved it.
 */
export const hardLimit = { least: 10, most: 1_000_000, tellEvery: 1 * minute, quiet: 10 * minute } as const;
/**
 * A formerly accepted integration opens its alert group of refused signals after at least `least` requests over `lasting` that were
 * all refused, without a longer pause than `pause` in between.
 */
export const refusedBodies = { least: 2, lasting: 4 * minute, pause: 15 * minute } as const;
/** Addresses and domains from which an integration takes mails. */
export const mailSenders = { most: 50, characters: 254 } as const;
export const liveKeysPerIntegration = 2;
/** A key that another system gave ends by itself. */
export const rescuedKey = 90 * duration.day;
export const rescuedKeyWarning = 14 * duration.day;
export const ingestSoft = { signals: 300, window: 5 * minute } as const;
