import { isBucket } from '@tocsin/contracts/backups/address.js';
import type { PlaceSettings } from '@tocsin/platform/backup/open-place.js';

/** One word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For a terminal; the secret key is typed by whoever restores. */
export const restoreCommandOf = ({ address, keyId }: Pick<PlaceSettings, 'address' | 'keyId'>): string => {
  const keys = isBucket(address) ? `TOCSIN_BACKUP_KEY_ID=${quoted(keyId ?? '')} TOCSIN_BACKUP_SECRET=… ` : '';
  return `${keys}TOCSIN_DATA=/new/folder tocsin restore ${quoted(address)} --master-key master.key`;
};
