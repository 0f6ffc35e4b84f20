import { duration } from './duration.js';

const { second, minute, hour, day } = duration;

/** Business constants of no noun: doors, calls, threads. Durations are in milliseconds. The comments are the notes of the reference. */
export const limits = {
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
  /** Results of one search of the history for texts. */
  textHits: 200,
  textSearch: 10 * minute,
  /** Exports of the history: events that one reads, concurrent exports of one caller and in all, and when a stalled download ends. */
  export: { events: 100_000, ofCaller: 2, atOnce: 20, stalls: 1 * minute },
  matcherCharacters: 256,
  matchersPerStep: 10,
  /** Instructions into which a pattern may be compiled. */
  patternSize: 500,
  /** The same, of all patterns of a team’s silences, maintenance windows or inhibition rules. */
  patternsSize: 5_000,
  searchCharacters: 500,
  /** Things that an event of the history must all be about. */
  historyFacets: 5,
  /** Events that one answer of the history decrypts to find names, addresses and texts of people. */
  decryptedBySearch: 1_000,
  /** Of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  /** Lag behind the log from which commands are refused: roles and tokens may have changed. */
  memoryBehind: 5 * second,
  /** A signal whose key is beside the body. */
  requestBodyBytes: 16 * 1_024 * 1_024,
  /** A signal whose key is in the body: the integration is unknown until it is read. PagerDuty accepts half of that. */
  unkeyedBodyBytes: 1_024 * 1_024,
  /** Larger bodies are parsed on a worker thread: 64 KiB take up to 20 ms. */
  bodyOnLoopBytes: 64 * 1_024,
  /**
   * Mails to integrations: bytes and recipients of one, characters that are read of its text, how many are received at once, connections of all and of
   * one network, when a silent one and any one ends.
   */
  mails: {
    bytes: 5 * 1_024 * 1_024,
    recipients: 50,
    characters: 20_000,
    atOnce: 20,
    connections: 200,
    ofNetwork: 10,
    silent: 30 * second,
    within: 5 * minute,
  },
  /** All other requests to the API. */
  apiBodyBytes: 1_024 * 1_024,
  /** What a provider sends back about a message. */
  providerBodyBytes: 64 * 1_024,
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
  /** A timer that is late by more than this records it. */
  foundLate: 10 * second,
  /** Concurrent calls to one provider. A waiting attempt still has to start within `attemptStaleAfter`. */
  callsAtOnce: 20,
  /** Concurrent calls of event subscriptions and webhooks of steps to one host; the rest is reserved for pages. */
  callsOfProgramsAtOnce: 10,
  /** Blockers that a refusal lists, and names in its sentence; all are counted. */
  inTheWay: { listed: 100, named: 20 },
  /** Text of an error on the health page. */
  troubleCharacters: 1_000,
  pageSize: 50,
  session: 30 * day,
  /** Validity of a session’s former token after the new one was used. */
  sessionReplaced: 1 * minute,
  answersKept: 72 * hour,
  heartbeatEvery: 1 * minute,
  /** Removal of expired sessions, stored answers and unconfirmed two-factor secrets. */
  housekeepingEvery: 6 * hour,
  /** Requests by tokens: all tokens of one person, or one service token. */
  readsPerMinute: 300,
  /** Requests of a person’s screens, whatever the number of their sessions: 30 tabs that load at once stay far below. */
  screenReadsPerMinute: 3_000,
  /** Of these, reads of the past, which cost more; one is answered after the other. */
  pastReadsPerMinute: 1_200,
  /** Parts of films: each reads the whole stream of a group. */
  filmsPerMinute: 60,
  /** Reads of views in one request, and characters of its answer; a read that no longer fits is answered with null. */
  readsTogether: 50,
  readsCharacters: 2 * 1_024 * 1_024,
  writesPerMinute: 1_200,
  /** Lists of open alerts that the senders of one integration ask for: each is made on the thread that pages. */
  senderListsPerMinute: 30,
  /** Actions on alert groups: a separate budget, so that nothing uses up an acknowledgement. */
  actsPerMinute: 1_200,
  /** Addresses that one person types, whose names are resolved. */
  addressesPerMinute: 30,
  /** Requests from one network without a session, a token or another secret. */
  strangersPerMinute: 600,
  /** Of these, requests that cost more: the API’s document, and sign-ins through the identity provider, which is called for them. */
  strangersDocumentsPerMinute: 60,
  strangersRoundsPerMinute: 120,
  /** Wrong page links, invitations and integration keys from one address; the right ones are never refused. */
  wrongGuessesPerMinute: 60,
  socketsPerPerson: 1_000,
  /** Concurrent unauthenticated sockets. */
  socketsOfStrangers: 200,
  /** Of one socket, and of all sockets of a person. */
  socketMessagesPerMinute: 300,
  socketMessagesOfPersonPerMinute: 6_000,
  /** Deadline for answering a sender; then 503 with Retry-After. The shortest known client timeout is five seconds. */
  ingestAnswer: 3 * second,
  pageSizeMax: 200,
} as const;
