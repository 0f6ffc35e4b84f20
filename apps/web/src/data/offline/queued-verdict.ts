import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';

/** An acknowledgement that could not be sent. */
export interface QueuedAcknowledge {
  /** The idempotency key: sent twice it counts once. */
  readonly key: string;
  readonly personId: string;
  readonly groupId: string;
  readonly number: number;
  /** The firing of the group to which the press belongs. */
  readonly opening: number;
  /** Milliseconds, this machine’s clock: when it was pressed. */
  readonly at: number;
}

/** What to do with it once the server answers. All verdicts except `send` drop it. */
export type Verdict = 'send' | 'too old' | 'gone' | 'over' | 'fired again' | 'mine' | 'taken';

const day = 24 * 60 * 60 * 1_000;

/** What to do with a queued acknowledgement, which must not silence a later firing. */
export function verdictOn(queued: QueuedAcknowledge, row: AlertGroupRow | null, now: number): Verdict {
  if (now - queued.at > day) return 'too old';
  if (!row) return 'gone';
  if (row.status === 'resolved') return 'over';
  if (row.opening !== queued.opening) return 'fired again';
  if (row.status !== 'acknowledged') return 'send';
  return row.holder?.kind === 'person' && row.holder.personId === queued.personId ? 'mine' : 'taken';
}
