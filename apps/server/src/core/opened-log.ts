import { randomUUID } from 'node:crypto';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { domain } from '@tocsin/domain/registry.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireClock, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { currentFormat, requireFormat } from '@tocsin/platform/data-folder/folder-label.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { Config } from '../config.js';
import { isVaultInUse, missingLogRefusal } from './required-log.js';

const logStream = 'log';

export type LogKind = RecordedOf<'LogOpened'>['data']['kind'];

export interface LogOptions {
  readonly config: Config;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly decode: Decode;
  readonly vault: Vault;
  readonly folder: DataFolder;
  /** When this server began to start. */
  readonly started: string;
}

/**
 * Starts a new log with its first event, or checks that this one may be opened. Returns the kind of the log. Throws DataFolderRefused or
 * VaultRefused.
 */
export const openLog = async ({ config, log, codec, decode, vault, folder, started }: LogOptions): Promise<LogKind> => {
  const [first] = await log.readStream(logStream, 0, 1);
  if (first) {
    const logOpened = decode(first) as RecordedOf<'LogOpened'>;
    requireFormat(logOpened.data.format, version);
    requireClock(logOpened.data.clock, config.clock);
    vault.belongTo(logOpened.data.logId, false);
    return logOpened.data.kind;
  }
  if (isVaultInUse(vault)) throw missingLogRefusal(folder, 'the log has no events');
  const logId = randomUUID();
  vault.belongTo(logId, true);
  const meta: Meta = {
    at: config.clockAt ?? started,
    actor: systemActor,
    commandId: logId,
    correlationId: logId,
    causationId: null,
    logic: domain.logic,
    node: folder.nodeId,
  };
  const data = { logId, format: currentFormat, clock: config.clock, kind: 'live' };
  await log.append(logStream, 'none', [
    codec.encode({ id: deriveEventId('system:tocsin', logId, logStream, 0), type: 'LogOpened', data }, meta),
  ]);
  return 'live';
};

/**
 * Where a manual clock resumes: at its time when the server was last running, or at the configured time if that is later; never earlier. On a new
 * log: at the configured time.
 */
export const originOf = async ({ config, folder, log, decode, started }: LogOptions): Promise<string> => {
  const { ordinal } = await log.head();
  const [last] = await log.readBack({ before: ordinal + 1, limit: 1 });
  const at = last && ordinal > 1 ? decode(last).meta.at : (config.clockAt ?? started);
  return [at, folder.lastAlive(), config.clockAt].filter((instant) => instant !== null).reduce(laterOf);
};
