import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { EndingKeys } from './ending-row.js';

/** State for computing the next row: not shown, and left out of the history, which would repeat it with each change. */
export interface AlertGroupBookkeeping {
  /** Fingerprints of the alerts that fire, and of those that no longer do. A storm has thousands: none is listed twice. */
  readonly firingKeys: readonly string[];
  readonly overKeys: readonly string[];
  /** Of `firingKeys`: those that are muted. Absent: none were. */
  readonly mutedKeys?: readonly string[];
  /** Active loud pages, with their people. */
  readonly pageKeys: Readonly<Record<string, string>>;
  /** Absent: none ever were. */
  readonly endingKeys?: EndingKeys;
}
export type StoredAlertGroupRow = AlertGroupRow & AlertGroupBookkeeping;
