/**
 * The facts that reports read: an event’s content for reports, as words (ids and codes, never free text) and whole
 * numbers.
 */
export const factKinds = [
  'opened',
  'tested',
  'source',
  'urgency',
  'reopened',
  'returned',
  'acknowledged',
  'acted',
  'step_taken',
  'paged',
  'notified',
  'resolved',
  'suppressed',
  'marked',
  'answered',
  'night_page',
  'repeated',
  'attempt_planned',
  'attempt_started',
  'cancelled',
  'delivered',
  'read',
  'failed',
  'stale',
  'step_planned',
  'stopped',
  'schedule',
  'duty',
  'on_duty',
  'zone',
  'calendar',
  'holiday',
  'calendar_chosen',
  'flapped',
  'charged',
] as const;
export type FactKind = (typeof factKinds)[number];

export interface ReportFact {
  readonly kind: FactKind;
  readonly ordinal: number;
  /** Log time in milliseconds. */
  readonly at: number;
  /** At most `wordsOfFact`. */
  readonly words: readonly string[];
  /** At most `numbersOfFact`. */
  readonly numbers: readonly number[];
}
/** In place of a person id: the setting of the whole organisation. */
export const organisation = 'organisation';
export const wordsOfFact = 4;
export const numbersOfFact = 2;

/** The name of the fingerprint of the code that makes facts, given by `scripts/env/fingerprints.mjs`. */
export const factsFingerprint = 'report facts';

/** A fact before it has an ordinal and a time. */
export type FactContent = Pick<ReportFact, 'kind' | 'words' | 'numbers'>;

export const createFactContent = (kind: FactKind, words: readonly string[], numbers: readonly number[] = []): FactContent => ({
  kind,
  words,
  numbers,
});
