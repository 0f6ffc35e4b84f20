import { duration } from '../duration.js';

const { hour, second } = duration;

export const perService = 500;
/** Minutes between two pings of a heartbeat with an interval. */
export const interval = { least: 1, most: 365 * 24 * 60 } as const;
/** Minutes of grace, and of the longest run. */
export const wait = { least: 1, most: 365 * 24 * 60 } as const;
/** Grace, unless it says otherwise: the interval, or the smallest gap of the cron expression, within these minutes. */
export const defaultGrace = { least: 1, most: 60, marks: 50 } as const;
export const tolerated = 9;
export const cronCharacters = 100;
export const slugCharacters = 100;
export const liveKeys = 2;
export const endedKeysKept = 20;

/** Open runs that are told apart; the oldest is given up. */
export const openRuns = 10;
/** Ended runs that screens show. */
export const shownRuns = 90;
/** Kept characters of an output, from its beginning; those of its end that a page may repeat. */
export const outputCharacters = 100_000;
export const outputEndCharacters = 2_000;
export const agentCharacters = 200;
export const shownHosts = 5;

/** A deadline is judged this much later: a ping of the last moment is on the log by then. */
export const settles = 1 * second;
/** A mark this close to a change of its zone’s clock has `more` grace. */
export const clockChange = { within: 12 * hour, more: 1 * hour } as const;
/** The third recovery within this time keeps its alert group open, until so many pings in a row were on time. */
export const restless = { recoveries: 3, within: 1 * hour, onTime: 3 } as const;
/**
 * Pings that change nothing are recorded together: once in `every`, unless the heartbeat must be heard within `margin`. What could not be written is written `again` after.
 */
export const together = { every: 30 * second, again: 1 * second, margin: 45 * second, most: 2_000 } as const;
/** A heartbeat that never pinged is said to the person who checks readiness. */
export const neverPinged = 24 * hour;
/** What a heartbeat gets that a ping created. */
export const created = { every: 24 * 60, grace: 60 } as const;
