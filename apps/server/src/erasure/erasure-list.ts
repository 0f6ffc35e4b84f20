import { join } from 'node:path';
import { replaceFileSync } from '@tocsin/platform/data-folder/replace-file.js';
import { erasureListName, type ErasureList } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';

/** Writes the list of people whose keys were destroyed, for restoring a backup older than the erasure. */
export const writeErasureList = ({ vault, folder }: Pick<ServerParts, 'vault' | 'folder'>): void => {
  const list: ErasureList = { logId: vault.logId, subjects: vault.destroyedSubjects() };
  replaceFileSync(join(folder.room('vault'), erasureListName), `${JSON.stringify(list)}\n`);
};
