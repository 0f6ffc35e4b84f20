import { duration } from './duration.js';
import { screenLimits } from './screen-limits.js';

const { second, minute, hour, day } = duration;

/** Every business constant, once. Durations are in milliseconds unless the name says otherwise. The comments are the notes of the reference. */
export const limits = {
  ...screenLimits,
  /** Default working hours of reports, in hours of the report’s zone, Monday to Friday. */
  workingHours: { from: 9, to: 18 },
  /**
   * Reports: the longest range, listed openings, alerts worth changing, openings behind a number, measures, and the deadline.
   */
  reports: { range: 1_100 * day, listed: 50, worthChanging: 10, openings: 1_000, measures: 6, deadline: 5 * minute },
  /** When a thread that was started for reports, computations or large bodies ends, if it has nothing to do. */
  idleThread: 30 * second,
  /** How far ahead a moment may be of which people ask. */
  askedAhead: 3_653 * day,
  /**
   * What people ask that must be computed: the work of one person in a minute, waiting questions of one person and of all, how many are
   * computed at once, the deadline of one, the memory of a thread in MB, and characters of an answer.
   */
  computations: {
    perMinute: 20 * second,
    ofPerson: 200,
    waiting: 1_000,
    atOnce: 2,
    deadline: 30 * second,
    memory: 256,
    characters: 16 * 1_024 * 1_024,
  },
  /** Drills: how long the escalation is followed, how far ahead coverage is checked, listed gaps, labels and their length. */
  drill: { longest: 1 * day, ahead: 28 * day, listed: 500, labels: 64, labelCharacters: 256 },
  /**
   * Stored results, and bytes of all their differences; the deadline of a run; how often it is started if its server or thread ends;
   * differences on a page.
   */
  backtests: { kept: 100, withoutResult: 10, bytes: 1_024 * 1_024 * 1_024, takesAtMost: 12 * hour, attempts: 3, page: 500 },
  /**
   * Imports by the API: size of the table, rows, columns, length of their names, columns in answers, notes, stored imports, different
   * services or people, memory of the worker in MB, and how often an import is started if the server ends.
   */
  imports: {
    bytes: 64 * 1_024 * 1_024,
    rows: 150_000,
    columns: 200,
    columnCharacters: 128,
    columnsNamed: 20,
    notes: 200,
    kept: 20,
    names: 5_000,
    memory: 512,
    attempts: 3,
  },
  /** Attempts by a loud channel to one person within this time are one interruption. */
  interruption: 60 * second,
  /** Pause before an unfinished erasure is retried. */
  erasureRetry: 30 * second,
  /** Results of one search of the history for texts. */
  textHits: 200,
  textSearch: 10 * minute,
  /** Exports of the history: events that one reads, concurrent exports of one caller and in all, and when a stalled download ends. */
  export: { events: 100_000, ofCaller: 2, atOnce: 20, stalls: 1 * minute },
  targetsPerStep: 20,
  matcherCharacters: 256,
  matchersPerStep: 10,
  /** A search in the alerts of groups: groups that are found, and that are left out, pages of texts that are read for a word, and for a pattern. */
  alertSearch: { groups: 200, leftOut: 2_000, pages: 20, patternPages: 100 },
  /** Instructions into which a pattern may be compiled. */
  patternSize: 500,
  /** Different alerts that are compared with a pattern. */
  alertsMatched: 200,
  /** Open alert groups in one event of an applied policy; more follow. */
  appliedTogether: 200,
  repeatsDefault: 3,
  participantsPerRotation: 50,
  /** Overrides of a schedule that are not over. */
  overridesAhead: 500,
  /** Overrides in one command. */
  overridesTogether: 50,
  /** Open cover requests of a schedule. */
  coversOpen: 50,
  /** Answered cover requests that a schedule still shows. */
  coversAnsweredKept: 20,
  /** People asked by name. */
  coverOfferedTo: 20,
  /** The longest cover request. */
  coverLength: 62 * day,
  /** How far ahead a cover request may end. */
  coverAhead: 366 * day,
  /** Reminders of an open cover request, before its start. */
  coverReminders: [28 * day, 14 * day, 7 * day, 3 * day, 24 * hour, 12 * hour],
  /** Temporary schedules that are not over. */
  temporaryAhead: 20,
  /** Planned changes of a schedule. */
  plannedVersions: 10,
  /** How far ahead the next handoff is computed. */
  handoffHorizon: 60 * day,
  /** How far beyond a range the end of a shift is computed. */
  shiftEndSearch: 366 * day,
  /** Handoffs recorded by one append after downtime. */
  handoffsTogether: 200,
  /** How far ahead balance and gaps are computed. */
  qualityHorizon: 364 * day,
  /** The part of them that is computed without a pause. */
  qualityPart: 1 * day,
  gapsListed: 10,
  /** How far ahead readiness includes gaps and unreachable people. */
  aheadHorizon: 28 * day,
  /** Unreachable people that are listed. */
  lackingListed: 500,
  /**
   * A person is overloaded with this multiple of the average of the others, if the difference is large enough; the number of names in
   * the finding.
   */
  overload: { factor: 1.25, least: 1 * day, named: 10 },
  /** Handoffs that are compared when another edition of the time zone data is taken. */
  handoffsCompared: 200,
  /** Moved handoffs that are listed. */
  movedListed: 50,
  /** The largest move of a handoff that is recognised. */
  clockMovesAtMost: 26 * hour,
  holderFirst: 5 * minute,
  /** Time to accept a reassignment; afterwards the group stays with its assignee. */
  reassignmentEnds: 5 * minute,
  savedSearchesPerPerson: 20,
  /** Times away of a person that are not over. */
  awayPlanned: 10,
  /** Shifts, policies and alert groups in the answer about an absence. */
  uncoveredListed: 100,
  searchCharacters: 500,
  /** Of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  ruleDelayMinutes: { min: 0, max: 1_440 },
  integrationsPerService: 30,
  endedKeysKept: 20,
  feedReminderMinutes: { min: 5, max: 7 * 24 * 60 },
  /** Past shifts in a calendar feed. */
  feedPast: 15 * day,
  /** Future shifts in a calendar feed. */
  feedAhead: 180 * day,
  /** Read in addition on both sides, so that shifts are complete. */
  feedMargin: 31 * day,
  holidayCalendars: 50,
  /** The longest event of a holiday calendar, in days. */
  holidayDays: 31,
  /** Past holidays that are imported. */
  holidaysPast: 31 * day,
  /** Future holidays that are imported. */
  holidaysAhead: 800 * day,
  /** The largest imported calendar. */
  calendarCharacters: 900 * 1_024,
  calendarReading: 10 * second,
  /** Shifts of one imported calendar. */
  importedShifts: 200,
  holidaysPerCalendar: 1_000,
  /** Longer names of imported events are hashed. */
  calendarUidCharacters: 100,
  /** Requests of one calendar feed. */
  feedReadsPerMinute: 20,
  serviceTokens: 200,
  /** Lag behind the log from which commands are refused: roles and tokens may have changed. */
  memoryBehind: 5 * second,
  summaryCharacters: 1_024,
  detailsBytes: 6 * 1_024,
  dedupKeyCharacters: 512,
  labelCharacters: 1_024,
  labelsPerAlert: 64,
  linksPerAlert: 20,
  linkCharacters: 8_192,
  /** A normalised signal as JSON. Together with its encrypted raw body it fits one append. */
  signalBytes: 600 * 1_024,
  rawBytes: 200 * 1_024,
  noteCharacters: 10_000,
  /** The reason for marking an alert group as noise. */
  noiseReasonCharacters: 1_000,
  /** A signal whose key is beside the body. */
  requestBodyBytes: 16 * 1_024 * 1_024,
  /** A signal whose key is in the body: the integration is unknown until it is read. PagerDuty accepts half of that. */
  unkeyedBodyBytes: 1_024 * 1_024,
  /** Larger bodies are parsed on a worker thread: 64 KiB take up to 20 ms. */
  bodyOnLoopBytes: 64 * 1_024,
  /** Kept characters of a raw body, before compression. */
  rawCharacters: 1_024 * 1_024,
  /** All other requests to the API. */
  apiBodyBytes: 1_024 * 1_024,
  /**
   * Request bodies that are held at one moment: all, those with the key of one integration, unauthenticated ones, and of these those of
   * one network. Up to `free` bytes are not counted.
   */
  bodies: {
    together: 64 * 1_024 * 1_024,
    ofIntegration: 32 * 1_024 * 1_024,
    ofStrangers: 32 * 1_024 * 1_024,
    ofNetwork: 8 * 1_024 * 1_024,
    free: 1_024,
  },
  apiBodyDepth: 50,
  socketMessageBytes: 16 * 1_024,
  /** Deadline for the headers of a request. */
  headersWithin: 10 * second,
  /** Deadline for a whole request. */
  requestWithin: 20 * second,
  /** Deadline for the table of an import. */
  uploadWithin: 10 * minute,
  appendBytes: 900 * 1_024,
  reminderShare: 2 / 3,
  reopenWindow: 10 * minute,
  reopenByPerson: 7 * day,
  quietAfterHandResolve: 1 * hour,
  rememberResolved: 8 * day,
  /** People last notified longer ago than this are not notified that it is resolved. */
  endToldWithin: 7 * day,
  resumeGrace: 10 * second,
  /** A timer that is late by more than this records it. */
  foundLate: 10 * second,
  quietUpdateAfter: 5 * minute,
  testAlertResolvesAfter: 10 * minute,
  /**
   * Closing by age: first review after the opening, interval of reviews, and announcement (at most half of the age). A review that is
   * late by more than `away` announces again, because no signals could arrive.
   */
  closing: { firstReview: 12 * hour, reviewEvery: 1 * day, notice: 1 * day, away: 1 * hour },
  /**
   * Stale after `intervals` × the repeat interval of the sender: the longest of at least `least` observed ones above `duplicate`;
   * `unknown` without them.
   */
  stale: { intervals: 2, least: 2, duplicate: 10 * minute, unknown: 1 * day },
  /**
   * Alerts that their sender no longer lists resolve after `after`. Timers that are late by more than `away` restart, because no signals
   * could arrive.
   */
  ending: { after: 6 * minute, away: 1 * minute },
  /**
   * The hard limit of an integration, in signals per window of the soft limit: at least `least`. Refused signals are reported to its
   * alert group every `tellEvery`. The group resolves when none was refused for `quiet`, and is not opened again for `quiet` after a
   * person resolved it.
   */
  hardLimit: { least: 10, most: 1_000_000, tellEvery: 1 * minute, quiet: 10 * minute },
  /**
   * A formerly accepted integration opens its alert group of refused signals after at least `least` requests over `lasting` that were
   * all refused, without a longer pause than `pause` in between.
   */
  refusedBodies: { least: 2, lasting: 4 * minute, pause: 15 * minute },
  sendDeadline: 10 * second,
  /** Event subscriptions of one team or of the organisation, and in all. */
  eventSubscriptions: { perOwner: 20, inAll: 100 },
  /** Events in one delivery, and events that are read for it. */
  eventsPerDelivery: { most: 100, looked: 1_000 },
  /** The interval of deliveries to one subscription. */
  eventDeliveryEvery: 2 * second,
  /** Pause before a failed delivery is retried: doubled each time. */
  eventRetry: { first: 15 * second, most: 1 * hour },
  /** A subscription whose deliveries have all failed for this long is switched off. */
  eventFailures: 24 * hour,
  eventDeliveriesShown: 20,
  /** Concurrent calls to one provider. A waiting attempt still has to start within `attemptStaleAfter`. */
  callsAtOnce: 20,
  /** Concurrent calls to one webhook of steps. */
  callsOfWebhookAtOnce: 2,
  /** Concurrent calls of event subscriptions and webhooks of steps to one host; the rest is reserved for pages. */
  callsOfProgramsAtOnce: 10,
  smtpDeadline: 30 * second,
  /** Deadlines of a test of the mail server: the whole test, and the greeting. */
  mailTest: { deadline: 20 * second, greeting: 8 * second },
  tabAnswers: 5 * second,
  /** Current pages that are sent to a tab when it opens. */
  ringingPagesTold: 50,
  /** How long a push service keeps a notification. */
  pushTtl: 5 * minute,
  pushBytes: 3_072,
  /** Alert groups in one event about changed contact methods; more follow. */
  pagingGroupsTold: 200,
  /** Alert groups, policies or services in one event about a leaving person or a move; more follow. */
  movedTogether: 200,
  /** Policies in one append, at 14 KiB each. */
  policiesReplacedTogether: 40,
  /** Versions of a policy in the event that moves it to another team. */
  versionsTakenOver: 10,
  /** Versions of a policy in its row: a group that follows an older one continues with the oldest of these. */
  policyVersionsKept: 50,
  membersPerTeam: 1_000,
  tokensEndedTogether: 200,
  /** People who are paged by every method, or notified of the end, by one decision; more follow. */
  calledTogether: 40,
  /** Managers, and owners, who are paged for one alert group. */
  calledOfRole: 200,
  pagedByHand: 200,
  /** Unreachable people of a step that are listed. */
  unreachableListed: 100,
  /** Blockers that a refusal lists, and names in its sentence; all are counted. */
  inTheWay: { listed: 100, named: 20 },
  /** Text of an error on the health page. */
  troubleCharacters: 1_000,
  deviceLabelCharacters: 60,
  /** A device without any receipt for this long may be gone. */
  deviceSilentAfter: 7 * day,
  retries: 3,
  retryEvery: 15 * second,
  /** After a page began to wait behind a message, that message is updated, with all that wait by then. */
  ringUpdateAfter: 3 * second,
  /**
   * What a mail server puts off, for example by greylisting, is tried beyond the retries while its page is unanswered: up to the attempt `everyMinute` once a
   * minute, then every `pause`, in all `most` times.
   */
  putOff: { everyMinute: 14, pause: 5 * minute, most: 60 },
  /** Pause before a weekly summary that could not be sent is retried. */
  summaryRetry: 2 * hour,
  /** A person paged within this time is being paged: a second step does not page them again. */
  pagedJustNow: 30 * second,
  attemptStaleAfter: 5 * minute,
  rewordOlderThan: 30 * minute,
  pageLink: 24 * hour,
  titleCharacters: 60,
  /** The sender’s description in a page. */
  pageDescriptionCharacters: 1_000,
  pageExampleCharacters: 120,
  pageLabels: 8,
  pageLinks: 6,
  pageSize: 50,
  session: 30 * day,
  /** Validity of a session’s former token after the new one was used. */
  sessionReplaced: 1 * minute,
  answersKept: 72 * hour,
  invitation: 7 * day,
  verificationCode: 30 * minute,
  /** A code that was requested within this time is not sent again, unless it could not be sent. */
  codeJustAsked: 10 * second,
  passwordResetLink: 1 * hour,
  secondStep: 5 * minute,
  /** How long a recent sign-in counts. */
  proof: 15 * minute,
  openIdRound: 10 * minute,
  recoveryCodes: 10,
  heartbeatEvery: 1 * minute,
  /**
   * The auditor: later than `late` counts as late; later than `alarm` the audit fails, and work without an outcome counts as never done.
   * After `givenUp` an outcome is no longer expected. A finding alarms for `quiet`.
   */
  audit: { late: 10 * second, alarm: 60 * second, givenUp: 1 * day, quiet: 10 * minute, hours: 7 * 24, findings: 100, absences: 20 },
  /** Removal of expired sessions, stored answers and unconfirmed two-factor secrets. */
  housekeepingEvery: 6 * hour,
  /** Time to confirm a two-factor secret. */
  twoFactorOffer: 1 * hour,
  /** Requests by tokens: all tokens of one person, or one service token. */
  readsPerMinute: 300,
  /** Requests of a person’s screens, whatever the number of their sessions: 30 tabs that load at once stay far below. */
  screenReadsPerMinute: 3_000,
  /** Reads of views in one request, and characters of its answer; a read that no longer fits is answered with null. */
  readsTogether: 50,
  readsCharacters: 2 * 1_024 * 1_024,
  writesPerMinute: 1_200,
  /** Actions on alert groups: a separate budget, so that nothing uses up an acknowledgement. */
  actsPerMinute: 1_200,
  /** Addresses that one person types, whose names are resolved. */
  addressesPerMinute: 30,
  /** Reads, and actions, by one page link. */
  linkReadsPerMinute: 120,
  linkActsPerMinute: 120,
  /** Requests from one network without a session, a token or another secret. */
  strangersPerMinute: 600,
  /** Of these, requests that cost more: the API’s document, and sign-ins through the identity provider, which is called for them. */
  strangersDocumentsPerMinute: 60,
  strangersRoundsPerMinute: 120,
  /** Wrong page links, invitations and integration keys from one address; the right ones are never refused. */
  wrongGuessesPerMinute: 60,
  triesPerCode: 5,
  /** Verification codes requested by one person. */
  codesPerHour: 20,
  socketsPerPerson: 1_000,
  /** Concurrent unauthenticated sockets. */
  socketsOfStrangers: 200,
  /** Of one socket, and of all sockets of a person. */
  socketMessagesPerMinute: 300,
  socketMessagesOfPersonPerMinute: 6_000,
  /**
   * `perAccount`: for an account from one address. `perAddress`: from one address. `perAccountInAll`: for an account from all addresses,
   * except browsers that have signed in before.
   */
  signInAttempts: { perAccount: 10, perAddress: 50, perAccountInAll: 100, window: 15 * minute },
  resetsAsked: { perAccount: 5, perAddress: 20, perAccountInAll: 5, window: 1 * hour },
  /** Deadline for answering a sender; then 503 with Retry-After. The shortest known client timeout is five seconds. */
  ingestAnswer: 3 * second,
  /** Between two servers: a firing signal that is older than another one by more than this was not delayed, the clock is wrong. */
  inboxWait: 1 * minute,
  signalsPerRouting: 200,
  alertsPerRouting: 4_000,
  /** Approximate bytes of signals that are loaded together for one routing run. */
  routingBytes: 4 * 1_024 * 1_024,
  /** Text of a group’s alerts up to which the append that opens it pages, too. */
  pagedAtOnceCharacters: 20_000,
  /** Text of a group’s alerts that is kept in memory; further alerts are abbreviated. */
  alertCharactersPerGroup: 2 * 1_024 * 1_024,
  /** Name and summary of an abbreviated alert. */
  briefCharacters: 200,
  /** Bytes, as JSON, of a fingerprint in an event; a longer one is hashed. */
  alertKeyLength: 64,
  /** Names of alerts that a group remembers to recognise news. */
  namesPerGroup: 2_000,
  /** Alerts and names that an event lists as examples; the rest is a number. */
  examples: 20,
  /** Remembered ids of manual alert groups, until these exist. */
  askedByHandKept: 100,
} as const;

/**
 * A storm begins when more than `opened` groups open on a service `within` that time: further alerts join one group instead. It ends when fewer than
 * `joined` alerts joined in `over`. After a notification about it, joining alerts page again after `rings` at the earliest.
 */
export const stormLimits = { opened: 50, within: 5 * minute, joined: 5, over: 10 * minute, rings: 5 * minute } as const;

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

/** Limits of messages to one contact method within a window, by what a message costs its receiver, the loudest first. */
export const throttles = {
  voice: [
    { messages: 3, within: 15 * minute },
    { messages: 7, within: 1 * hour },
    { messages: 15, within: 3 * hour },
  ],
  sms: [
    { messages: 5, within: 15 * minute },
    { messages: 11, within: 1 * hour },
    { messages: 21, within: 3 * hour },
  ],
} as const;
