import type { BackupsRow, TypedDestination } from '@tocsin/contracts/backups/noun.js';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { backupsKey } from '@tocsin/domain/setup/backups/views.js';
import type { PlaceSettings } from '@tocsin/platform/backup/open-place.js';
import type { BackupSettings } from '../config.js';
import { HttpProblem } from '../problems/problem.js';
import type { ServerParts } from './server-parts.js';

type Parts = Pick<ServerParts, 'config' | 'reads' | 'vault'>;

const placeOf = ({ vault }: Pick<ServerParts, 'vault'>, { address, keyId, secretRef }: BackupsRow): PlaceSettings => ({
  address,
  keyId: keyId ?? undefined,
  secret: (secretRef === null ? null : vault.secret(secretRef)) ?? undefined,
});

/** Where backups go: as the environment says, otherwise the settings; null: nowhere. */
export const backupSettingsOf = (parts: Parts): BackupSettings | null => {
  if (parts.config.backup) return parts.config.backup;
  const row = parts.reads.backups.get(backupsKey);
  return row ? { place: placeOf(parts, row), everyMinutes: row.everyMinutes, keepDays: row.keepDays } : null;
};

/** A secret that was typed, or the stored one. */
interface SecretOf {
  readonly secret: string;
  /** Null when it was typed. */
  readonly keptRef: string | null;
}

/**
 * The secret key of a typed destination; null for a folder. Without one the stored secret is used, but only for the same destination and access key:
 * otherwise it would sign requests to somewhere else. Throws backups.secret_missing.
 */
export const secretOf = (parts: Omit<Parts, 'config'>, { address, keyId, secret }: TypedDestination): SecretOf | null => {
  if (!isBucket(address)) return null;
  if (secret !== undefined) return { secret, keptRef: null };
  const row = parts.reads.backups.get(backupsKey);
  const stored = row?.address === address && row.keyId === keyId ? placeOf(parts, row).secret : undefined;
  if (stored === undefined) throw new HttpProblem('backups.secret_missing', {}, [missingSecret]);
  return { secret: stored, keptRef: row!.secretRef };
};

const missingSecret = {
  path: 'secret',
  code: 'backups.secret_missing',
  message: 'Enter the secret key: the stored one is used only for the destination and access key that it was entered for.',
};
