import * as backupLimits from '@tocsin/contracts/backups/limits.js';
import { reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { LargeWorld } from '@tocsin/testing/largest/large-world.js';

const backups = {
  address: `/${'漢'.repeat(backupLimits.addressCharacters - 1)}`,
  keyId: '漢'.repeat(backupLimits.keyIdCharacters),
  secretRef: reference(),
  everyMinutes: backupLimits.everyMinutes.max,
  keepDays: backupLimits.keepDays.max,
};
const withBackups = (): LargeWorld => peopleWorld().has('backups', { type: 'BackupsConfigured', data: backups });

export const largest: LargestCases = {
  ConfigureBackups: () => ({ large: withBackups(), data: { ...backups, everyMinutes: 1, secretRef: reference(), keepsSecret: true } }),
  TurnOffBackups: () => ({ large: withBackups(), data: {} }),
};
