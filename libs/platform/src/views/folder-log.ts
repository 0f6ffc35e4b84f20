import { EventCodec, type CodecDependencies } from '../codec/codec.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import type { EventLog } from '../event-log/event-log.js';
import type { Arrivals } from '../event-log/sqlite-read-only-log.js';
import type { Decode } from '../feed/decoding.js';
import { readVault } from '../vault/sqlite-vault.js';
import { LogTimes } from './log-times.js';
import type { RebuildLog } from './rebuild.js';

export interface FolderLogOptions extends Omit<CodecDependencies, 'vault'> {
  readonly log: string;
  readonly vault: string;
  /** As in openVault. */
  readonly masterKey?: string | undefined;
  /** Fields of these subjects stay encrypted, because no view reads them. */
  readonly shouldLeave?: (subject: string) => boolean;
  /** Notifies followers; when absent they poll every 50 ms. */
  readonly arrivals?: Arrivals;
}

export interface FolderLog extends RebuildLog {
  close(): Promise<void>;
}

/** A log whose writer is running, so that it grows. */
export interface FollowedFolderLog extends FolderLog {
  follow: EventLog['follow'];
  readStream: EventLog['readStream'];
  readStored: EventLog['readAll'];
  readonly decode: Decode;
  /** Later reads use only the keys that still exist then. */
  forgetKeys(): void;
}

/**
 * The decoded log of a data folder, on its own read-only connections: for a worker beside the server, or for a program that holds the folder. Throws
 * LogUnavailable when there is no log, VaultRefused without the right master key.
 */
export const openFolderLog = ({
  log: room,
  vault: vaultRoom,
  masterKey,
  shouldLeave: leave,
  arrivals,
  ...parts
}: FolderLogOptions): FollowedFolderLog => {
  const log = SqliteEventLog.openReadOnly(room, { arrivals });
  const vault = readVault(vaultRoom, masterKey);
  const codec = new EventCodec({ ...parts, vault });
  const times = new LogTimes((after, limit) => log.readInstants(after, limit));
  const decode: Decode = (storedEvent) => codec.decode(storedEvent, leave);
  return {
    follow: (after, handler, onTrouble) => log.follow(after, handler, onTrouble),
    readStream: (stream, from, limit) => log.readStream(stream, from, limit),
    readStored: (query) => log.readAll(query),
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
