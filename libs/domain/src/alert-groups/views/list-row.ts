import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import type { EndingKeys } from './ending-row.js';

/** What the next row is made from: not shown, and left out of the past, which would repeat it with each change. */
export interface AlertGroupBookkeeping {
  /** Fingerprints of the alerts that fire, and of all. */
  readonly firingKeys: readonly string[];
  readonly alertKeys: readonly string[];
  /** Pages that ring and have not ended, and their people. */
  readonly pageKeys: Readonly<Record<string, string>>;
  /** Absent: none ever were. */
  readonly endingKeys?: EndingKeys;
}
export type StoredAlertGroupRow = AlertGroupRow & AlertGroupBookkeeping;
