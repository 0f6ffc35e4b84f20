import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { EventCodec, type CodecDependencies } from '../codec/codec.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { openVault } from '../vault/sqlite-vault.js';
import { createTextSubject } from '../vault/text-keys.js';
import type { Vault } from '../vault/vault.js';
import { DataFolderRefused } from './data-folder-refused.js';
import { openDataFolder } from './data-folder.js';
import type { LogKind } from './folder-label.js';

export interface StagedFolderOptions {
  readonly path: string;
  /** Not `live`: only a started server creates a live log. */
  readonly logKind: Exclude<LogKind, 'live'>;
  readonly program: string;
  readonly now: string;
  readonly masterKey: string | undefined;
  readonly contractOf: CodecDependencies['contractOf'];
  /** The complete log, in order; the first event is `LogOpened`. */
  readonly events: Iterable<Recorded>;
  /** Puts the secrets that the events refer to into the vault. */
  readonly secrets?: (vault: Vault) => void;
  /** Called after each transaction. */
  readonly onWritten?: (events: number) => void;
}

/** Events per transaction, whose keys are created together too: a flush for each event or person would take minutes. */
const together = 2_000;
const textKeys = 256;

/**
 * Creates a data folder for a demo or an import. It is built beside its final place and moved there when complete, so that an interrupted one leaves
 * nothing that looks finished. Resolves with the number of events; rejects with DataFolderRefused when the place is taken.
 */
export const makeFolder = async (order: StagedFolderOptions): Promise<number> => {
  const { path, program, now, logKind } = order;
  if (existsSync(join(path, 'tocsin.json'))) throw new DataFolderRefused(`${path} has a log already. Choose a folder that does not exist.`);
  const making = join(dirname(path), `.${path.slice(dirname(path).length + 1)}.making`);
  rmSync(making, { recursive: true, force: true });
  let eventCount: number;
  const folder = openDataFolder(making, { program, now, logKind });
  try {
    const vault = openVault(folder.room('vault'), order.masterKey);
    try {
      eventCount = await write(order, folder.room('log'), vault);
    } finally {
      vault.close();
    }
  } finally {
    await folder.close();
  }
  // an empty folder may exist: a volume, or one created by a person
  rmSync(path, { recursive: true, force: true });
  renameSync(making, path);
  return eventCount;
};

const write = async ({ events, contractOf, secrets, onWritten }: StagedFolderOptions, room: string, vault: Vault): Promise<number> => {
  const log = new SqliteEventLog(room);
  const codec = new EventCodec({ vault, contractOf, upcasters: {}, textSubject: createTextSubjects(vault) });
  try {
    let eventCount = 0;
    for (const batch of inBatches(events, together)) {
      if (eventCount === 0) vault.belongTo((batch[0]!.data as { readonly logId: string }).logId, true);
      vault.addKeys(vault.withoutKey(codec.subjectsOf(batch)));
      await Promise.all(batch.map((event) => appendEvent(log, codec, event)));
      eventCount += batch.length;
      onWritten?.(eventCount);
    }
    secrets?.(vault);
    return eventCount;
  } finally {
    await log.close();
  }
};

const appendEvent = (log: SqliteEventLog, codec: EventCodec, { id, type, data, stream, revision, meta }: Recorded): Promise<unknown> =>
  log.append(stream, revision === 0 ? 'none' : revision - 1, [codec.encode({ id, type, data }, meta)]);

const inBatches = function* (events: Iterable<Recorded>, most: number): Generator<readonly Recorded[], void, void> {
  let batch: Recorded[] = [];
  for (const event of events) {
    if (batch.push(event) < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/** Subjects of texts, whose keys are created in batches, because each flush of the vault takes milliseconds. */
const createTextSubjects = (vault: Vault): (() => string) => {
  let ready: string[] = [];
  return () => {
    if (ready.length === 0) {
      ready = Array.from({ length: textKeys }, createTextSubject);
      vault.addKeys(ready);
    }
    return ready.pop()!;
  };
};
