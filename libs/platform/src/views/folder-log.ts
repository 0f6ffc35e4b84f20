import { EventCodec, type CodecParts } from '../codec/codec.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { readVault } from '../vault/sqlite-vault.js';
import { LogTimes } from './log-times.js';
import type { RebuildLog } from './rebuild.js';

export interface FolderLogOptions extends Omit<CodecParts, 'vault'> {
  /** The rooms of a data folder. */
  readonly log: string;
  readonly vault: string;
  /** As in openVault. */
  readonly masterKey?: string | undefined;
  /** Fields of these subjects stay encrypted: no view looks at them. */
  readonly leave?: (subject: string) => boolean;
}

export interface FolderLog extends RebuildLog {
  close(): Promise<void>;
}

/**
 * The log of a data folder, decoded, on connections of its own that only read: for a worker beside the server, or for a program that holds
 * the folder. Throws LogUnavailable where there is no log, VaultRefused without the right master key.
 */
export const folderLog = ({ log: room, vault: vaultRoom, masterKey, leave, ...parts }: FolderLogOptions): FolderLog => {
  const log = SqliteEventLog.openReadOnly(room);
  const vault = readVault(vaultRoom, masterKey);
  const codec = new EventCodec({ ...parts, vault });
  const times = new LogTimes((after, limit) => log.readInstants(after, limit));
  return {
    head: () => log.head(),
    readAll: async (query) => (await log.readAll(query)).map((stored) => codec.decode(stored, leave)),
    logTimes: (ordinals) => times.at(ordinals),
    close: async () => {
      await log.close();
      vault.close();
    },
  };
};
