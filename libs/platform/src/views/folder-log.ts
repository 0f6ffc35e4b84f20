import { EventCodec, type CodecParts } from '../codec/codec.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Arrivals } from '../event-log/sqlite-read-only-log.js';
import type { Decode } from '../feed/decoding.js';
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
  /** Wakes those who follow; they look every 50 ms when absent. */
  readonly arrivals?: Arrivals;
}

export interface FolderLog extends RebuildLog {
  close(): Promise<void>;
}

/** One whose writer is beside, so that it grows. */
export interface FollowedFolderLog extends FolderLog {
  follow: EventLog['follow'];
  readonly decode: Decode;
  /** What was decrypted later is decrypted by the keys that are there then. */
  forgetKeys(): void;
}

/**
 * The log of a data folder, decoded, on connections of its own that only read: for a worker beside the server, or for a program that holds
 * the folder. Throws LogUnavailable where there is no log, VaultRefused without the right master key.
 */
export const folderLog = ({ log: room, vault: vaultRoom, masterKey, leave, arrivals, ...parts }: FolderLogOptions): FollowedFolderLog => {
  const log = SqliteEventLog.openReadOnly(room, { arrivals });
  const vault = readVault(vaultRoom, masterKey);
  const codec = new EventCodec({ ...parts, vault });
  const times = new LogTimes((after, limit) => log.readInstants(after, limit));
  const decode: Decode = (stored) => codec.decode(stored, leave);
  return {
    follow: (after, handler, onTrouble) => log.follow(after, handler, onTrouble),
    decode,
    forgetKeys: () => vault.forgetKeys(),
    head: () => log.head(),
    readAll: async (query) => (await log.readAll(query)).map(decode),
    logTimes: (ordinals) => times.at(ordinals),
    close: async () => {
      await log.close();
      vault.close();
    },
  };
};
