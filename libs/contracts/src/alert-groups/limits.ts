import { duration } from '../duration.js';

const { second, minute, hour, day } = duration;

/** Attempts by a loud channel to one person within this time are one interruption. */
export const interruption = 60 * second;
/** A search in the alerts of groups: groups that are found, and that are left out, pages of texts that are read for a word, and for a pattern. */
export const alertSearch = { groups: 200, leftOut: 2_000, pages: 20, patternPages: 100 } as const;
/** Different alerts that are compared with a pattern. */
export const alertsMatched = 200;
/** Time between the end of the last mute and the page for what still fires. */
export const settling = 5 * minute;
/** Changes within this time by which an alert group flaps, and the time without one after which it does no more. */
export const flapping = { changes: 4, within: 30 * minute, calm: 15 * minute } as const;
/** Alert groups that people link, in one set. */
export const linkedTogether = 100;
export const holderFirst = 5 * minute;
/** Time to accept a reassignment; afterwards the group stays with its assignee. */
export const reassignmentEnds = 5 * minute;
export const noteCharacters = 10_000;
/** A page shows the last note of its alert: this much of it, if its alert group was resolved within this time. */
export const pageNoteCharacters = 300;
export const notesRemembered = 90 * day;
/** The reason for marking an alert group as noise. */
export const noiseReasonCharacters = 1_000;
export const reminderShare = 2 / 3;
export const reopenByPerson = 7 * day;
export const quietAfterHandResolve = 1 * hour;
/** People last notified longer ago than this are not notified that it is resolved. */
export const endToldWithin = 7 * day;
export const resumeGrace = 10 * second;
export const quietUpdateAfter = 5 * minute;
export const testAlertResolvesAfter = 10 * minute;
/** Of a drill whose end was missed. */
export const drillResolvesAfter = 4 * hour;
/**
 * Closing by age: first review after the opening, interval of reviews, and announcement (at most half of the age). A review that is
 * late by more than `away` announces again, because no signals could arrive.
 */
export const closing = { firstReview: 12 * hour, reviewEvery: 1 * day, notice: 1 * day, away: 1 * hour } as const;
/**
 * Stale after `intervals` × the repeat interval of the sender: the longest of at least `least` observed ones above `duplicate`;
 * `unknown` without them.
 */
export const stale = { intervals: 2, least: 2, duplicate: 10 * minute, unknown: 1 * day } as const;
/**
 * Alerts that their sender no longer lists resolve after `after`. Timers that are late by more than `away` restart, because no signals
 * could arrive.
 */
export const ending = { after: 6 * minute, away: 1 * minute } as const;
export const sendDeadline = 10 * second;
export const tabAnswers = 5 * second;
/** Current pages that are sent to a tab when it opens. */
export const ringingPagesTold = 50;
/** People who are paged by every method, or notified of the end, by one decision; more follow. */
export const calledTogether = 40;
/** Managers, and owners, who are paged for one alert group. */
export const calledOfRole = 200;
export const pagedByHand = 200;
export const retries = 3;
export const retryEvery = 15 * second;
/** After a page began to wait behind a message, that message is updated, with all that wait by then. */
export const ringUpdateAfter = 3 * second;
/**
 * What a mail server puts off, for example by greylisting, is tried beyond the retries while its page is unanswered: up to the attempt `everyMinute` once a
 * minute, then every `pause`, in all `most` times.
 */
export const putOff = { everyMinute: 14, pause: 5 * minute, most: 60 } as const;
/** A person paged within this time is being paged: a second step does not page them again. */
export const pagedJustNow = 30 * second;
export const attemptStaleAfter = 5 * minute;
export const rewordOlderThan = 30 * minute;
export const pageLink = 24 * hour;
export const titleCharacters = 60;
/** The sender’s description in a page. */
export const pageDescriptionCharacters = 1_000;
export const pageExampleCharacters = 120;
export const pageLabels = 8;
export const pageLinks = 6;
/** Reads, and actions, by one page link. */
export const linkReadsPerMinute = 120;
export const linkActsPerMinute = 120;
/** Alerts and names that an event lists as examples; the rest is a number. */
export const examples = 20;
/** The longest snooze by urgency, and the choices that screens offer. */
export const snooze = { high: 24 * hour, low: 30 * day } as const;
export const snoozeMinutes = [15, 30, 60, 120, 240, 480, 720, 1440] as const;
/** By the link in a page, where there is one button. */
export const snoozeMinutesByLink = 30;
/**
 * Bundles: after a message to a person, what falls due by the same method with the same urgency waits for `wait`; for `long` if the message had
 * more than `many` unacknowledged groups, and for quiet messages. `exceptions` in any `window` of a method do not wait.
 */
export const bundleLimits = {
  wait: 1 * minute,
  long: 5 * minute,
  many: 10,
  exceptions: 2,
  window: 10 * minute,
  /** Titles in a message; the rest is a number. */
  titles: 5,
  /** Pages in one message. */
  pages: 2_000,
  /** Pages in one event; more follow. */
  listed: 200,
  /** If forming bundles fails: after this time a page is bundled once more, and after as much again it goes out alone. */
  aloneAfter: 1 * minute,
} as const;
/** Tests of many groups make these smaller. */
export const sizes = {
  /** Listed alerts of a group; more are only counted. */
  alertsPerGroup: 2_000,
  /** Alert groups that one event of a fan-out lists; more follow. */
  listedTogether: 200,
} as const;
