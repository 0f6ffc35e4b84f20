/** What reports read of the log: each event that says something to them, as words (ids and codes, never text of anybody) and whole numbers. */
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
/** Stands for a person where the whole organisation’s setting is meant. */
export const organisation = 'organisation';
export const wordsOfFact = 4;
export const numbersOfFact = 2;

/** The name of the fingerprint of what makes facts: `scripts/env/fingerprints.mjs` gives it. */
export const factsFingerprint = 'report facts';

/** Before it has a place on the log. */
export type Said = Pick<ReportFact, 'kind' | 'words' | 'numbers'>;

export const said = (kind: FactKind, words: readonly string[], numbers: readonly number[] = []): Said => ({ kind, words, numbers });
