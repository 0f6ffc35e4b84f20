import { eventContract } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/redactions/redactions.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock, SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { openDataFolder, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { decodingOnce, type ForgetfulDecode } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import type { SideStore } from '@tocsin/platform/side/side-store.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { Config } from '../config.js';
import { lead, type Leading } from './leading.js';
import { MemorySnapshots } from './memory-snapshots.js';
import { openLog, standingOf } from './opened-log.js';
import { openStores } from './stores.js';
import { Troubles } from './trouble.js';

/** What a server works with: everything that has to be opened, or read, first. */
export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly troubles: Troubles;
  readonly folder: DataFolder;
  readonly vault: Vault;
  readonly side: SideStore;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly decode: ForgetfulDecode;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly store: SqlViewStore;
  readonly snapshots: MemorySnapshots;
  readonly leading: Leading;
  /** What is shown no more. */
  readonly redactions: Redactions;
}

const isRaw = (subject: string): boolean => subject.startsWith('raw:');

/** Opens the data folder and reads the log. Throws DataFolderRefused, VaultRefused or LogUnavailable with a sentence. */
export const openParts = async (config: Config, write: (where: string, error: unknown) => void): Promise<Parts> => {
  const started = new Date().toISOString();
  const folder = openDataFolder(config.data, { program: version, now: started });
  // Nothing else is opened before: whoever waits for its turn may still be given a newer copy of the vault.
  const leading = await lead({ config, tell: console.error });
  const vault = openVault(folder.room('vault'), config.masterKey);
  const side = new SqliteSideStore(`${folder.room('side')}/side.db`);
  const { log, store } = await openStores(config, folder, console.error);
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  const redactions = new Redactions();
  // Raw bodies are for the history alone: memory, reactor and views never look at them.
  const decode = decodingOnce((stored: StoredEvent) => redactions.noticed(codec.decode(stored, isRaw)));
  const toOpen = { config, log, codec, decode, vault, folder, started };
  await openLog(toOpen);
  const clock = config.clock === 'manual' ? new ManualClock(await standingOf(toOpen)) : new SystemClock();
  const troubles = new Troubles(() => clock.now(), write);
  const memory = new MemoryRows(domain.memory);
  const snapshots = new MemorySnapshots(folder, vault, memory, troubles);
  await snapshots.restore(async () => (await log.head()).ordinal);
  await redactions.load({ readAll: async (query) => (await log.readAll(query)).map(decode) });
  const feed = new MemoryFeed(log, decode, memory, (error) => troubles.note('memory', error));
  const { deciders, logic, reads } = domain;
  const runner = new CommandRunner({ deciders, logic, node: folder.nodeId, log, codec, decode, clock, memory, feed, reads });
  return {
    config,
    clock,
    troubles,
    folder,
    vault,
    side,
    log,
    codec,
    decode,
    memory,
    feed,
    runner,
    store,
    snapshots,
    leading,
    redactions,
  };
};
