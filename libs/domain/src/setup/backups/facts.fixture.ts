import type { BackupFact } from '@tocsin/contracts/backups/noun.js';

export const backupsConfigured: Extract<BackupFact, { type: 'BackupsConfigured' }> = {
  type: 'BackupsConfigured',
  data: { address: 's3://backups/prod', keyId: 'AK1', secretRef: 'backup-secret:1', everyMinutes: 10, keepDays: 30 },
};
export const backupsTurnedOff: BackupFact = { type: 'BackupsTurnedOff', data: { endedRef: 'backup-secret:1' } };
