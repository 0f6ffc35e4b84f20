import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { secretOf } from '../core/backup-settings.js';
import { requireOutsideData } from '../core/outside-data.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment } from './augmentation.js';

const configure: Augment<'ConfigureBackups'> = (settings, { parts, secrets, commandId }) => {
  if (parts.config.backup) throw new HttpProblem('backups.set_by_environment');
  const { secret: _secret, ...typed } = settings;
  requireOutsideData(parts.config.data, typed.address);
  const own = secretOf(parts, settings);
  const secretRef = own ? (own.keptRef ?? `backup-secret:${commandId}`) : null;
  if (own && own.keptRef === null) secrets.put(secretRef!, own.secret);
  // a folder has no keys
  const data = { ...typed, keyId: own ? typed.keyId : null, secretRef, keepsSecret: own !== null && own.keptRef !== null };
  return { data, says: {} };
};

export const backupAugments: { readonly [T in CommandType]?: Augment<T> } = { ConfigureBackups: configure };
