import { writeErasureListIn } from '@tocsin/platform/vault/vault-copies.js';
import type { ServerParts } from '../core/server-parts.js';

/** Writes the list of people whose keys were destroyed, for restoring a backup older than the erasure. */
export const writeErasureList = ({ vault, folder }: Pick<ServerParts, 'vault' | 'folder'>): void =>
  writeErasureListIn(folder.room('vault'), vault);
