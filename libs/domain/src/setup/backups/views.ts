import { type BackupFact, type BackupsRow } from '@tocsin/contracts/backups/noun.js';
import { viewOf, type RowFold } from '../../rules/row-fold.js';

/** An installation has one destination: one stream of this name, with one row. */
export const backupsKey = 'backups';

export const backupsFold: RowFold<BackupsRow, BackupFact> = {
  id: () => backupsKey,
  steps: {
    BackupsConfigured: (_row, { endedRef: _ended, ...data }) => data,
    BackupsTurnedOff: () => null,
  },
};

export const backupsView = viewOf('backups', backupsFold);
