import { duration } from '../duration.js';

const { minute, day } = duration;

/** For senders that say until when an alert fires: how long they may be late, and how long it fires when they don’t say. */
export const lapse = { grace: 30 * duration.second, least: 90 * duration.second, unsaid: 5 * minute } as const;
export const rememberResolved = 8 * day;
/** Between two servers: a firing signal that is older than another one by more than this was not delayed, the clock is wrong. */
export const inboxWait = 1 * minute;
export const signalsPerRouting = 200;
export const alertsPerRouting = 4_000;
/** Approximate bytes of signals that are loaded together for one routing run. */
export const routingBytes = 4 * 1_024 * 1_024;
/** Text of a group’s alerts up to which the append that opens it pages, too. */
export const pagedAtOnceCharacters = 20_000;
/** Text of a group’s alerts that is kept in memory; further alerts are abbreviated. */
export const alertCharactersPerGroup = 2 * 1_024 * 1_024;
/** Name and summary of an abbreviated alert. */
export const briefCharacters = 200;
/** Bytes, as JSON, of a fingerprint in an event; a longer one is hashed. */
export const alertKeyLength = 64;
/** Names of alerts that a group remembers to recognise news. */
export const namesPerGroup = 2_000;
/** Remembered ids of manual alert groups, until these exist. */
export const askedByHandKept = 100;
/**
 * A storm begins when more than `opened` groups open on a service `within` that time: further alerts join one group instead. It ends when fewer than
 * `joined` alerts joined in `over`. After a notification about it, joining alerts page again after `rings` at the earliest.
 */
export const stormLimits = { opened: 50, within: 5 * minute, joined: 5, over: 10 * minute, rings: 5 * minute } as const;
