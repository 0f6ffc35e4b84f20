import { EventCodec, type CodecDependencies } from '../codec/codec.js';
import { openEventStoreLog } from '../event-log/eventstore/eventstore-log.js';
import { readVault } from '../vault/sqlite-vault.js';
import type { FolderLog } from './folder-log.js';

export interface ClusterLogOptions extends Omit<CodecDependencies, 'vault'> {
  /** In the format of EventStoreDB’s documentation: `esdb://…`. */
  readonly connectionString: string;
  readonly prefix: string;
  /** Folders in the data folder, which the caller must hold: ordinals are counted in `side`. */
  readonly side: string;
  readonly vault: string;
  /** As in openVault. */
  readonly masterKey?: string | undefined;
  /** Fields of these subjects stay encrypted, because no view reads them. */
  readonly shouldLeave?: (subject: string) => boolean;
}

/**
 * The decoded log of a cluster, for a program that holds the data folder while no server runs. Throws VaultRefused without the right master key; its
 * reads reject with LogUnavailable when EventStoreDB can’t be reached.
 */
export const openClusterLog = ({
  connectionString,
  prefix,
  side,
  vault: room,
  masterKey,
  shouldLeave: leave,
  ...parts
}: ClusterLogOptions): FolderLog => {
  const vault = readVault(room, masterKey);
  const log = openEventStoreLog({ connectionString, prefix, sideDir: side });
  const codec = new EventCodec({ ...parts, vault });
  return {
    head: () => log.head(),
    readAll: async (query) => (await log.readAll(query)).map((storedEvent) => codec.decode(storedEvent, leave)),
    close: async () => {
      await log.close();
      vault.close();
    },
  };
};
