import { join } from 'node:path';
import { eventContract, events } from '@tocsin/contracts/catalogue.js';
import { Redactions } from '@tocsin/domain/redactions/redactions.js';
import { domain, fingerprints } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock, SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { requireFinal } from '@tocsin/platform/codec/final-facts.js';
import { openDataFolder, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import { openOrReplace } from '@tocsin/platform/data-folder/put-aside.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { DiskReserve } from '@tocsin/platform/data-folder/disk-reserve.js';
import type { DigestKeeper } from '@tocsin/platform/event-log/digest-keeper.js';
import type { EventLog, StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { decodingOnce, type DecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { reasonOf } from '@tocsin/platform/reactor/faults.js';
import { underWatch } from '@tocsin/platform/reactor/under-watch.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import type { KeptResults } from '@tocsin/platform/side/kept-results.js';
import type { SideStore } from '@tocsin/platform/side/side-store.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { TextKeys } from '@tocsin/platform/vault/text-keys.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { Config } from '../config.js';
import { isDiskLow } from './disk-space.js';
import { FoldFaults } from './fold-faults.js';
import { KeyMaker } from './key-maker.js';
import { lead, type Leading } from './leading.js';
import { MemorySnapshots } from './memory-snapshots.js';
import { openLog, standingOf, type LogKind } from './opened-log.js';
import { requireLogOfVault, requireVaultOfLog } from './required-log.js';
import { openStores } from './stores.js';
import { Troubles } from './trouble.js';
import { Watchdog } from './watchdog.js';

/** The parts of a server that have to be opened or read first. */
export interface OpenedParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly troubles: Troubles;
  readonly faults: FoldFaults;
  readonly folder: DataFolder;
  readonly vault: Vault;
  readonly keyMaker: KeyMaker;
  readonly side: SideStore;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly decode: DecodeOnce;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly store: SqlViewStore;
  readonly results: KeptResults;
  readonly reserve: DiskReserve | null;
  readonly digests: DigestKeeper | null;
  readonly snapshots: MemorySnapshots;
  readonly leading: Leading;
  /** The kind of the log: only a live one pages people. */
  readonly logKind: LogKind;
  /** The redacted texts. */
  readonly redactions: Redactions;
  /** Ends the process when its event loop is blocked for good; the rules report to it what they are working on. */
  readonly watchdog: Watchdog;
  readonly watched: Domain;
}

/** Opens the side store; a damaged one is replaced. That signs everyone out but loses no fact, and paging goes on. */
const openSide = (folder: DataFolder, now: string, tell: (sentence: string) => void): SqliteSideStore => {
  const file = join(folder.room('side'), 'side.db');
  const then = 'A new one was created: everyone has to sign in again. Nothing is sent twice.';
  return openOrReplace({ file, now, then, tell }, () => new SqliteSideStore(file));
};

const isRaw = (subject: string): boolean => subject.startsWith('raw:');

const someTextsUnreadable =
  'The vault lacks the keys of some notes, titles or descriptions: they read as redacted. Put back the newest copy of the vault folder.';

const once = (say: () => void): (() => void) => {
  let isReported = false;
  return () => {
    if (!isReported) say();
    isReported = true;
  };
};

/** Opens the data folder and reads the log. Throws DataFolderRefused, VaultRefused or LogUnavailable with a sentence. */
export const openParts = async (config: Config, write: (where: string, error: unknown) => void): Promise<OpenedParts> => {
  const started = new Date().toISOString();
  const folder = openDataFolder(config.data, { program: version, now: started });
  // Nothing is opened before this: while a standby waits, the operator may still put a newer copy of the vault in place.
  const leading = await lead({ config, tell: console.error });
  const isEmbedded = config.profile === 'embedded';
  if (isEmbedded) requireVaultOfLog(folder);
  const vault = openVault(folder.room('vault'), config.masterKey);
  if (isEmbedded) requireLogOfVault(folder, vault);
  const keyMaker = new KeyMaker({ room: folder.room('vault'), masterKey: config.masterKey });
  const time = { now: () => started };
  const troubles = new Troubles(() => time.now(), write);
  const texts = new TextKeys(
    (subjects) => keyMaker.make(subjects),
    (error) => troubles.note('keys', error),
  );
  const codec = new EventCodec({
    vault,
    contractOf: eventContract,
    upcasters: domain.upcasters,
    textSubject: () => texts.take(),
    onTextUnreadable: once(() => troubles.note('vault', new Error(someTextsUnreadable))),
  });
  const tell = (sentence: string): void => {
    troubles.note('data folder', new Error(sentence));
    console.error(sentence);
  };
  const side = openSide(folder, started, tell);
  const { log, store, results, reserve, digests } = await openStores({ config, folder, started, replaced: tell }, console.error);
  const redactions = new Redactions();
  // Raw bodies are left undecoded: only the history shows them; memory, reactor and views never read them.
  const decode = decodingOnce(
    (stored: StoredEvent) => codec.decode(stored, isRaw),
    (event) => redactions.noticed(event),
  );
  const toOpen = { config, log, codec, decode, vault, folder, started };
  const logKind = await openLog(toOpen);
  const clock = config.clock === 'manual' ? new ManualClock(await standingOf(toOpen)) : new SystemClock();
  time.now = () => clock.now();
  const faults = new FoldFaults(troubles);
  const memory = new MemoryRows(domain.memory, ({ view, event, fault }) =>
    faults.note('memory', { view, event, reason: reasonOf(fault) }, fault),
  );
  const feed = new MemoryFeed(log, decode, memory, (error) => troubles.note('memory', error));
  const knows = Object.entries(events).map(([type, { v }]) => `${type} ${v}`);
  const { marks } = feed;
  const hasRoom = (): boolean => !isDiskLow(folder);
  const snapshots = new MemorySnapshots({ room: folder.room('views'), vault, memory, marks, fingerprints, knows, troubles, hasRoom });
  await snapshots.restore(async () => (await log.head()).ordinal);
  await redactions.load({ readAll: async (query) => (await log.readAll(query)).map(decode) });
  const watchdog = new Watchdog({
    after: config.endsLoopsAfter,
    file: join(folder.room('side'), 'never-ended.json'),
    version,
    onTrouble: (error) => troubles.note('watchdog', error),
  });
  const watched = underWatch(domain, watchdog);
  const { deciders, logic, reads } = watched;
  const checkFact = config.checksFacts ? requireFinal(eventContract) : undefined;
  const runner = new CommandRunner({ deciders, logic, node: folder.nodeId, log, codec, decode, clock, memory, feed, reads, checkFact });
  return {
    config,
    clock,
    troubles,
    faults,
    folder,
    vault,
    keyMaker,
    side,
    log,
    codec,
    decode,
    memory,
    feed,
    runner,
    store,
    results,
    reserve,
    digests,
    snapshots,
    leading,
    logKind,
    redactions,
    watchdog,
    watched,
  };
};
