import { duration } from './duration.js';
import { screenLimits } from './screen-limits.js';

const { second, minute, hour, day } = duration;

/** Every business constant, once. Durations are milliseconds unless the name says otherwise. Source: product reference, point 9. */
export const limits = {
  ...screenLimits,
  /** When people work, in hours of the clock of the report, Monday to Friday. */
  workingHours: { from: 9, to: 18 },
  /** What one report covers, openings that it lists, that are listed behind a number, and how long one is computed for at most. */
  reports: { range: 1_100 * day, listed: 50, worthChanging: 10, openings: 1_000, measures: 6, deadline: 5 * minute, idle: 5 * minute },
  /** A signal that is tried out: how long what follows is looked at, how far ahead it may arrive, how far ahead every service is looked at, and how many stretches are listed. */
  drill: { longest: 1 * day, mostAhead: 3_653 * day, ahead: 28 * day, listed: 500, labels: 64, labelCharacters: 256 },
  /**
   * Results of backtests that are kept: how many, and the bytes of their differences together. How long one may take, how often it is started
   * when its server or its thread ends meanwhile, and the differences on a page.
   */
  backtests: { kept: 100, bytes: 1_024 * 1_024 * 1_024, takesAtMost: 12 * hour, attempts: 3, page: 500 },
  /**
   * Histories imported by the API: their table, its columns (so many are named in answers) and the names of these, notes that are listed, how many
   * are kept, different services and different people in one, the memory of the thread that writes one, in megabytes, and how often one is
   * started when the server ends meanwhile.
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
  /** After an erasure could not be finished: again so much later. */
  erasureRetry: 30 * second,
  /** Found at once in a search of the history for a person. */
  textHits: 200,
  textSearch: 10 * minute,
  /** Exports of the history: events that one looks at, how many there are at once, by one caller and in all, and how long each waits for a reader. */
  export: { events: 100_000, ofCaller: 2, atOnce: 20, stalls: 1 * minute },
  targetsPerStep: 20,
  matcherCharacters: 256,
  matchersPerStep: 10,
  /** Instructions into which a pattern may be compiled, and different alerts that are compared with it: a decision takes milliseconds. */
  patternSize: 500,
  alertsMatched: 200,
  /** Open alert groups that one fact applies a policy to; the next follow at once. */
  appliedTogether: 200,
  repeatsDefault: 3,
  participantsPerRotation: 50,
  /** Overrides of a schedule that are not over, and those of one command. */
  overridesAhead: 500,
  overridesTogether: 50,
  /** Requests for cover of a schedule that are open, and those that were answered and are shown still. */
  coversOpen: 50,
  coversAnsweredKept: 20,
  /** People who are asked by name. */
  coverOfferedTo: 20,
  /** The longest part that one request is about, and how far ahead it may end. */
  coverLength: 62 * day,
  coverAhead: 366 * day,
  /** While a request is open, those who are asked hear of it again so long before it begins. */
  coverReminders: [28 * day, 14 * day, 7 * day, 3 * day, 24 * hour, 12 * hour],
  /** Temporary schedules that are not over, and shifts in one. */
  temporaryAhead: 20,
  /** An anchor of turns that count only where they are covered may lie so far back. */
  countedSince: 5 * 365 * day,
  /** Changes of a schedule that are planned and do not count yet. */
  plannedVersions: 10,
  /** So far ahead the next handoff is looked for; then it is looked for again. */
  handoffHorizon: 60 * day,
  /** Handoffs recorded by one append after a long downtime; the next append follows immediately. */
  handoffsTogether: 200,
  /** Balance and gaps of a schedule are computed so far ahead, in parts between which others have a turn. */
  qualityHorizon: 364 * day,
  qualityPart: 1 * day,
  gapsListed: 10,
  /** Gaps, and people who could not be paged, are part of readiness so far ahead; so many people are listed. */
  aheadHorizon: 28 * day,
  lackingListed: 500,
  /** A person is overloaded with this multiple of the average of the others, if the difference is large enough; at most this many are named. */
  overload: { factor: 1.25, least: 1 * day, named: 10 },
  /** Handoffs that are compared and listed where another zone table is taken; a handoff that moves is looked for so near. */
  handoffsCompared: 200,
  movedListed: 50,
  clockMovesAtMost: 26 * hour,
  holderFirst: 5 * minute,
  /** Time to accept a reassignment; afterwards the group stays with its assignee. */
  reassignmentEnds: 5 * minute,
  savedSearchesPerPerson: 20,
  /** Times away of a person that are not over. */
  awayPlanned: 10,
  /** Maximum number of shifts, policies and alert groups in the answer about an absence. */
  uncoveredListed: 100,
  searchCharacters: 500,
  ruleDelayMinutes: { min: 0, max: 1_440 },
  integrationsPerService: 30,
  endedKeysKept: 20,
  feedReminderMinutes: { min: 5, max: 7 * 24 * 60 },
  /** What a calendar feed has of the past and of what is ahead. */
  feedPast: 15 * day,
  feedAhead: 180 * day,
  /** So much more is read on both sides, so that a shift that begins before the feed, or ends after it, is known whole. */
  feedMargin: 31 * day,
  holidayCalendars: 50,
  /** Days of one event of holidays. */
  holidayDays: 31,
  /** What is read of a calendar of holidays, before and after today. */
  holidaysPast: 31 * day,
  holidaysAhead: 800 * day,
  /** Of a calendar that is imported; characters, and bytes of one that is fetched. */
  calendarCharacters: 900 * 1_024,
  calendarReading: 10 * second,
  /** Shifts of one imported calendar. */
  importedShifts: 200,
  holidaysPerCalendar: 1_000,
  /** Of the name by which an event of an imported calendar is known again; a longer one is hashed. */
  calendarUidCharacters: 100,
  /** How often one feed may be read; programs ask every few minutes at most. */
  feedReadsPerMinute: 20,
  serviceTokens: 200,
  /** From so far behind the log on, commands are refused: roles and tokens may have changed. */
  memoryBehind: 5 * second,
  summaryCharacters: 1_024,
  detailsBytes: 6 * 1_024,
  dedupKeyCharacters: 512,
  labelCharacters: 1_024,
  labelsPerAlert: 64,
  linksPerAlert: 20,
  linkCharacters: 8_192,
  /** A normalised signal, as JSON. Together with its raw body, once that is encrypted, it must fit into one append. */
  signalBytes: 600 * 1_024,
  rawBytes: 200 * 1_024,
  noteCharacters: 10_000,
  /** Length of the reason for marking an alert group as noise. */
  noiseReasonCharacters: 1_000,
  /** Of a signal, the key beside it. */
  requestBodyBytes: 16 * 1_024 * 1_024,
  /** Of a signal with the key inside it: its integration is unknown until it is read. PagerDuty itself takes half of that. */
  unkeyedBodyBytes: 1_024 * 1_024,
  /** A larger one is read on a thread of its own: to parse the worst of so many takes some 20 ms. */
  bodyOnLoopBytes: 64 * 1_024,
  /** Characters of a body, before they are packed. */
  rawCharacters: 1_024 * 1_024,
  /** Of everything else that is sent to the API. */
  apiBodyBytes: 1_024 * 1_024,
  /**
   * Bytes of request bodies that are held at one moment: all of them, those that came with one integration’s key, those of requests that show
   * no valid key, session or token, and of these what comes from one network. One as small as `free` is part of what a connection costs anyway.
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
  /** Until a request has sent its headers, and all of it; a table that is imported is large, and its sender may be far away. */
  headersWithin: 10 * second,
  requestWithin: 20 * second,
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
  /** What a timer does later than so much after it was due says by how much. */
  foundLate: 10 * second,
  quietUpdateAfter: 5 * minute,
  testAlertResolvesAfter: 10 * minute,
  /**
   * Closing by age: looked at so long after a group was opened or is heard of again, and so often; planned so long before, but for half of a
   * shorter age. Found
   * later than `away`, it is planned anew: while nobody was there, no sender was heard.
   */
  closing: { firstReview: 12 * hour, reviewEvery: 1 * day, notice: 1 * day, away: 1 * hour },
  /**
   * Stale: its sender has been silent for so many of its own repeat intervals. That is the longest of at least `least` times between a word and a
   * repeat, of those
   * longer than `duplicate`: shorter ones are several Alertmanagers, or a group that grows. Without them: `unknown`.
   */
  stale: { intervals: 2, least: 2, duplicate: 10 * minute, unknown: 1 * day },
  /**
   * Alerts that their sender no longer lists resolve after `after`. Found later than `away`, they get the time again: no sender was heard
   * meanwhile.
   */
  ending: { after: 6 * minute, away: 1 * minute },
  /**
   * The hard limit of an integration, in signals per window of the soft limit: at least `least`. Refused signals are reported to its alert
   * group every `tellEvery`. The group resolves when none was refused for `quiet`, or for `refusedBodies.pause` where they can’t be read. It is
   * not opened again for `quiet` after a person resolved it.
   */
  hardLimit: { least: 10, most: 1_000_000, tellEvery: 1 * minute, quiet: 10 * minute },
  /**
   * An integration whose signals used to be accepted and are all refused: so many at least, over so long, with none accepted and no
   * longer pause in between, open its alert group of refused signals. Alertmanager and Grafana come again every 5 min.
   */
  refusedBodies: { least: 2, lasting: 4 * minute, pause: 15 * minute },
  sendDeadline: 10 * second,
  /** Event subscriptions: of one team, or of the organisation, and in all. */
  eventSubscriptions: { perOwner: 20, inAll: 100 },
  /** Events in one call, and those that are looked at for it. */
  eventsPerDelivery: { most: 100, looked: 1_000 },
  /** One subscription is called so often at most while it keeps up: what happens in between goes out together. */
  eventDeliveryEvery: 2 * second,
  /** Until a failed delivery is sent again: twice as long each time. */
  eventRetry: { first: 15 * second, most: 1 * hour },
  /** A subscription whose calls have all failed for so long is switched off. */
  eventFailures: 24 * hour,
  eventDeliveriesShown: 20,
  /** To one provider; a further attempt waits until one of them has ended, and its waiting counts against `attemptStaleAfter`. */
  callsAtOnce: 20,
  /** To one webhook that steps of policies name; further calls wait. */
  callsOfWebhookAtOnce: 2,
  /** Of the calls to one host, those of event subscriptions and of webhooks of steps together: the others are kept for pages. */
  callsOfProgramsAtOnce: 10,
  smtpDeadline: 30 * second,
  /** Deadlines of a test of the mail server: the whole test, and the greeting. */
  mailTest: { deadline: 20 * second, greeting: 8 * second },
  tabAnswers: 5 * second,
  /** Pages that ring for one person, told to a tab that opens: the newest. The list has them all. */
  ringingPagesTold: 50,
  /** Push: what the device did not get by then is not worth ringing for; larger messages are refused by push services. */
  pushTtl: 5 * minute,
  pushBytes: 3_072,
  /** Alert groups in one event about changed contact methods; further ones follow in further events. */
  pagingGroupsTold: 200,
  /** Alert groups, policies, services in one event about a leaving person or a move; further ones follow in further events. */
  movedTogether: 200,
  /** The largest take 14 KiB each: what one append holds of them. */
  policiesReplacedTogether: 40,
  /** Versions of a policy that a fact about its new team repeats: older versions are already folded. */
  versionsTakenOver: 10,
  /** Versions of a policy that its row has, the newest: an alert group that follows an older one goes on with the oldest of these. */
  policyVersionsKept: 50,
  membersPerTeam: 1_000,
  tokensEndedTogether: 200,
  /** People whom one decision calls by every method, or tells that it is over; more are called in further parts, at once. */
  calledTogether: 40,
  /** Managers, and owners, who are called for one alert group; and people who are paged for it by hand at one moment. */
  calledOfRole: 200,
  pagedByHand: 200,
  /** People who can’t be reached, of those that a step names. */
  unreachableListed: 100,
  /** What stands in the way of a refused act: so many are listed, so many named in the sentence; all are counted. */
  inTheWay: { listed: 100, named: 20 },
  /** Of what is kept of a failure for the health page; the server’s own log has all of it. */
  troubleCharacters: 1_000,
  deviceLabelCharacters: 60,
  /** A device of which nothing was heard for so long may not be there any more. */
  deviceSilentAfter: 7 * day,
  retries: 3,
  retryEvery: 15 * second,
  /** Until a weekly summary that could not be sent is tried again. */
  summaryRetry: 2 * hour,
  /** A person paged within this time is being paged: a second step does not page them again. */
  pagedJustNow: 30 * second,
  attemptStaleAfter: 5 * minute,
  rewordOlderThan: 30 * minute,
  pageLink: 24 * hour,
  titleCharacters: 60,
  /** What a page shows of its sender’s words. */
  pageDescriptionCharacters: 1_000,
  pageExampleCharacters: 120,
  pageLabels: 8,
  pageLinks: 6,
  pageSize: 50,
  session: 30 * day,
  /** A session’s former token, once the one that came with a proof was used: for what was under way. */
  sessionReplaced: 1 * minute,
  answersKept: 72 * hour,
  invitation: 7 * day,
  verificationCode: 30 * minute,
  /** A code asked for so lately is not sent a second time, unless it could not be sent. */
  codeJustAsked: 10 * second,
  passwordResetLink: 1 * hour,
  secondStep: 5 * minute,
  /** How long a fresh proof of identity is valid. */
  proof: 15 * minute,
  openIdRound: 10 * minute,
  recoveryCodes: 10,
  heartbeatEvery: 1 * minute,
  /**
   * The auditor: later than `late` is counted as late; later than `alarm` the audit fails, and what has no outcome by then is counted as never
   * done. What has
   * none after `givenUp` is waited for no longer. What was late or wrong alarms for `quiet` after it was found.
   */
  audit: { late: 10 * second, alarm: 60 * second, givenUp: 1 * day, quiet: 10 * minute, hours: 7 * 24, findings: 100, absences: 20 },
  /** What is over is forgotten: sessions, kept answers, offers of two-factor. */
  housekeepingEvery: 6 * hour,
  /** Until a code of the app confirms a secret. */
  twoFactorOffer: 1 * hour,
  readsPerMinute: 300,
  writesPerMinute: 1_200,
  /** Acts on alert groups: apart from the rest, so that nothing uses up an acknowledge. */
  actsPerMinute: 1_200,
  /** Wrong page links, invitations and integration keys from one address; the right ones are never refused. */
  wrongGuessesPerMinute: 60,
  triesPerCode: 5,
  /** Messages that prove an address, asked for by one person. */
  codesPerHour: 20,
  socketsPerPerson: 1_000,
  /** Sockets at one moment that have not said who they are; who shows a session or a token with the first request needs no room. */
  socketsOfStrangers: 200,
  socketMessagesPerMinute: 300,
  /** `perAccount`: from one address. `perAccountInAll`: from all together, except browsers that have signed in to it before. */
  signInAttempts: { perAccount: 10, perAddress: 50, perAccountInAll: 100, window: 15 * minute },
  resetsAsked: { perAccount: 5, perAddress: 20, perAccountInAll: 5, window: 1 * hour },
  /** Until a sender is told to come again. The most impatient one waits for five seconds; the rest is for networks and busy machines. */
  ingestAnswer: 3 * second,
  /** Between two inboxes: a firing signal that was received longer before another one did not wait, its machine’s clock is wrong. */
  inboxWait: 1 * minute,
  signalsPerRouting: 200,
  alertsPerRouting: 4_000,
  /** About what the signals of one run take: what is read again for them stands in memory together. */
  routingBytes: 4 * 1_024 * 1_024,
  /** What opens an alert group pages in the same append while its alerts have no more characters; beyond, the first step has its own. */
  pagedAtOnceCharacters: 20_000,
  /** Characters of what senders say of these that memory holds whole; an alert that comes when they are used up is held in brief. */
  alertCharactersPerGroup: 2 * 1_024 * 1_024,
  /** Of an alert in brief: its name, its summary. */
  briefCharacters: 200,
  /** Bytes, as JSON, by which a fact names an alert; a longer fingerprint is hashed. */
  alertKeyLength: 64,
  /** Names of alerts that a group was told of, so that another one is news; older ones are forgotten. */
  namesPerGroup: 2_000,
  /** Alerts and names that a fact lists as examples; the rest is a number. */
  examples: 20,
  /** Ids of the alert groups that were asked for by hand last: by then each of them is there. */
  askedByHandKept: 100,
} as const;

/**
 * A storm begins when more than `opened` groups open on a service `within` that time: further alerts join one group instead. It ends when fewer
 * than `joined` alerts joined in `over`. After a notification about it, alerts that join page again no sooner than `rings` later.
 */
export const stormLimits = { opened: 50, within: 5 * minute, joined: 5, over: 10 * minute, rings: 5 * minute } as const;

/**
 * Bundles: after a message to a person, what falls due by the same method with the same urgency waits for `wait`, or `long` when the message named
 * more than `many` groups that they have not answered for, and for quiet messages. `exceptions` in any `window` of a method do not wait.
 */
export const bundleLimits = {
  wait: 1 * minute,
  long: 5 * minute,
  many: 10,
  exceptions: 2,
  window: 10 * minute,
  /** Titles that a message names; the rest is a number. */
  titles: 5,
  /** Pages in one message, and those that one fact lists. */
  pages: 2_000,
  listed: 200,
  /** Where what forms bundles fails: after so much more a page is gathered once more, and after as much again it goes out by itself. */
  aloneAfter: 1 * minute,
} as const;

/** By what a message costs its receiver, the loudest first: how many go to one contact method within a window. */
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
