import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';

/** A run that has begun and not ended. */
export interface OpenRun {
  /** Null: its job does not tell runs apart, and has one. */
  readonly runId: string | null;
  readonly startedAt: string;
  /** Its time is counted from here: later than its start if Tocsin was away meanwhile, or its longest time was changed. */
  readonly from: string;
  /** It took too long: it has no deadline any more. */
  readonly isGivenUp: boolean;
}

/** A heartbeat, and what its next deadline follows from. */
export interface HeartbeatState extends HeartbeatRow {
  /** The edition of the zone table by which its marks are computed. */
  readonly zones: string;
  /** The event that its timer follows from. */
  readonly plannedBy: string;
  /** The revision of its last fact: further ones of its stream change nothing. */
  readonly revision: number;
  /** Facts of its own stream: memory that has fewer is behind. */
  readonly facts: number;
  /** Nothing before this is expected any more: the last mark that was answered; for an interval, the last ping. Null: it never pinged. */
  readonly answeredAt: string | null;
  /** The last ping but those of a log. */
  readonly heardAt: string | null;
  readonly openRuns: readonly OpenRun[];
  /** Since the last success: runs that were given up and marks that were missed before the last ping; and failures. */
  readonly givenUp: number;
  readonly failed: number;
  /** It got a fresh interval after an absence, and has not pinged since. */
  readonly isFresh: boolean;
  /** Milliseconds of further absences since. */
  readonly extra: number;
  /** It succeeded since it went down. */
  readonly isBack: boolean;
  /** Recoveries of the last hour. */
  readonly recoveries: readonly string[];
  /** Pings on time since its alert group is held open. */
  readonly onTime: number;
}

/** Fields that only the next state needs. */
export const bookkeeping = [
  'zones',
  'plannedBy',
  'revision',
  'facts',
  'answeredAt',
  'heardAt',
  'openRuns',
  'givenUp',
  'failed',
  'isFresh',
  'extra',
  'isBack',
  'recoveries',
  'onTime',
] as const satisfies readonly (keyof HeartbeatState)[];

/** What each ping changes; the pings themselves are on the log. In the past: none. */
export const fleeting = {
  expectedAt: null,
  lastPing: null,
  lastSuccessAt: null,
  pings: 0,
  hosts: [],
  runs: [],
} as const satisfies Partial<HeartbeatRow>;

export const isDown = ({ state }: Pick<HeartbeatRow, 'state'>): boolean => state === 'overdue' || state === 'failing';
