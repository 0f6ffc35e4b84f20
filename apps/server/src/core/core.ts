import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { duration } from '@tocsin/contracts/limits.js';
import { groupReads, type GroupReads } from '@tocsin/domain/alert-groups/reads.js';
import { domain } from '@tocsin/domain/registry.js';
import { eventId } from '@tocsin/kernel/ids.js';
import { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import { systemActor } from '@tocsin/kernel/process.js';
import { between, later } from '@tocsin/kernel/time.js';
import { CommandRunner, type Settled } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock, SystemClock, type Clock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { openDataFolder, requireClock, type DataFolder } from '@tocsin/platform/data-folder/data-folder.js';
import type { EventLog, ReadAll, StoredEvent, Subscription } from '@tocsin/platform/event-log/event-log.js';
import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { decodingOnce, type Decode } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { readSnapshot, writeSnapshot } from '@tocsin/platform/feed/snapshot.js';
import { Reactor, type Effect } from '@tocsin/platform/reactor/reactor.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import type { SideStore } from '@tocsin/platform/side/side-store.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import type { Vault } from '@tocsin/platform/vault/vault.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import type { Checkpoint, RowSaved } from '@tocsin/platform/views/view-store.js';
import type { Config } from '../config.js';
import { Rebuilds, RebuildStopped } from '../operate/rebuild.js';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { openStores } from './stores.js';
import { Troubles } from './trouble.js';

const reactorCheckpoint = 'reactor';
const restInStorms = 10;
/** From so many events on, empty views are filled by a worker rather than by the projector. */
const eventsWorthAWorker = 500;
const eventsBetweenSnapshots = 50_000;

/** Told after rows were committed: what may be lost hangs on it. */
export type SavedListener = (rows: readonly RowSaved[], checkpoint: Checkpoint) => void;

/** One server’s working parts, opened in order and closed in reverse. Nest stands around it, at the doors. */
export class Core {
  reactor: Reactor | undefined;
  epoch = 0;
  readonly reads: GroupReads;
  readonly rebuilds: Rebuilds;
  private readonly savedListeners: SavedListener[] = [];
  private projecting: Subscription | undefined;
  private startedAt: string | null = null;
  private snapshotAt = 0;
  private snapshotting = false;
  private cancelSign: () => void = () => {};
  /** The projector runs; views that must be rebuilt first may still be missing. */
  viewsStarted = false;
  /** Settled when every view has been prepared, and rebuilt where it had to be. */
  viewsBuilt: Promise<void> = Promise.resolve();
  private readonly readyViews = new Set<string>();

  private constructor(
    readonly config: Config,
    readonly clock: Clock,
    readonly troubles: Troubles,
    readonly folder: DataFolder,
    readonly vault: Vault,
    readonly side: SideStore,
    readonly log: EventLog,
    readonly codec: EventCodec,
    readonly decode: Decode,
    readonly memory: MemoryRows,
    readonly feed: MemoryFeed,
    readonly runner: CommandRunner,
    readonly store: SqlViewStore,
    readonly projector: Projector,
    private readonly awayFrom: string | null,
  ) {
    this.reads = groupReads(memory);
    const rooms = { log: folder.room('log'), vault: folder.room('vault'), views: folder.room('views') };
    const here = {
      store,
      log: {
        head: () => log.head(),
        readAll: async (query: ReadAll) => (await log.readAll(query)).map(decode),
      },
    };
    const isEmbedded = config.profile === 'embedded';
    this.rebuilds = new Rebuilds({
      projector,
      now: () => clock.now(),
      rooms,
      masterKey: config.masterKey,
      ...(isEmbedded ? {} : { here }),
    });
  }

  /** Opens the data folder and reads the log. Throws DataFolderRefused, VaultRefused or LogUnavailable with a sentence. */
  static async open(config: Config, write: (where: string, error: unknown) => void): Promise<Core> {
    const started = new Date().toISOString();
    const folder = openDataFolder(config.data, { program: version, now: started });
    const vault = openVault(folder.room('vault'), config.masterKey);
    const side = new SqliteSideStore(`${folder.room('side')}/side.db`);
    const { log, store } = await openStores(config, folder, console.error);
    const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
    // Raw bodies are for the history alone: memory, reactor and views never look at them.
    const decode = decodingOnce((stored: StoredEvent) => codec.decode(stored, isRaw));
    await openLog(config, log, codec, decode, vault, folder, started);
    const clock = config.clock === 'manual' ? new ManualClock(await standing(config, folder, log, decode, started)) : new SystemClock();
    const troubles = new Troubles(() => clock.now(), write);
    const memory = new MemoryRows(domain.memory);
    const kept = await readSnapshot(snapshotFile(folder), snapshotKey(vault), snapshotName);
    if (kept && kept.ordinal <= (await log.head()).ordinal) memory.restore(kept);
    const feed = new MemoryFeed(log, decode, memory, (error) => troubles.note('memory', error));
    const { deciders, logic, reads } = domain;
    const runner = new CommandRunner({ deciders, logic, node: folder.nodeId, log, codec, decode, clock, memory, feed, reads });
    const listeners: SavedListener[] = [];
    const projector = new Projector({
      views: [],
      store,
      onSaved: (rows, checkpoint) => {
        for (const listener of listeners) listener(rows, checkpoint);
      },
    });
    const core = new Core(
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
      projector,
      folder.lastAlive(),
    );
    listeners.push((rows, checkpoint) => core.savedListeners.forEach((listener) => listener(rows, checkpoint)));
    await feed.start();
    return core;
  }

  /** A sentence for pages that go out soon after nobody was there to send them. */
  awayNote(): string | undefined {
    const { awayFrom, startedAt } = this;
    if (awayFrom === null || startedAt === null) return undefined;
    const isWorthSaying = between(awayFrom, startedAt) > 2 * duration.minute && between(startedAt, this.clock.now()) < 10 * duration.minute;
    return isWorthSaying ? `Tocsin was away ${awayFrom.slice(11, 16)}–${startedAt.slice(11, 16)} UTC.` : undefined;
  }

  /** The port that was really taken. */
  port = 0;
  listeningOn(port: number): void {
    this.port = port;
  }

  /** Why the log can’t be written, as the last failed append said; null while it can. */
  logTrouble(): string | null {
    return this.log instanceof SqliteEventLog ? this.log.trouble : null;
  }

  /** How often the subscription to EventStoreDB has ended and come back; null on the embedded profile. */
  subscriptionDrops(): number | null {
    return this.log instanceof EventStoreLog ? this.log.stats().subscriptionDrops : null;
  }

  onSaved(listener: SavedListener): void {
    this.savedListeners.push(listener);
  }

  /** Begins to react and to page, and then to keep views: paging never waits for a rebuild. */
  async start(effects: (core: Core) => Readonly<Record<string, Effect>>): Promise<void> {
    if (this.config.roles.includes('reactor')) await this.startReactor(effects(this));
    this.signLife();
    if (!this.config.roles.includes('projector')) return;
    this.viewsBuilt = this.startProjector().catch((error: unknown) => {
      if (!(error instanceof RebuildStopped)) this.troubles.note('views', error);
    });
  }

  /** A view answers: it has been prepared, and rebuilt where it had to be. */
  isReady(view: string): boolean {
    return this.readyViews.has(view);
  }

  get viewsReady(): boolean {
    return domain.views.every(({ name }) => this.isReady(name));
  }

  /** Beside the running projector. Rejects with what went wrong; the old rows then stay. */
  async rebuildBeside(names: readonly string[]): Promise<void> {
    await this.rebuilds.beside(domain.views.filter(({ name }) => names.includes(name)));
    for (const name of names) this.readyViews.add(name);
  }

  private async startReactor(effects: Readonly<Record<string, Effect>>): Promise<void> {
    this.startedAt = this.clock.now();
    const commandId = randomUUID();
    const command = { type: 'StartReactor', data: { awayFrom: this.awayFrom } };
    const settled = await this.runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null }, 20);
    this.epoch = epochIn(settled);
    await this.feed.reached((settled as { token: string }).token);
    const { log, decode, feed, runner, clock, epoch } = this;
    this.reactor = new Reactor({
      domain,
      log,
      decode,
      feed,
      runner,
      clock,
      epoch,
      effects,
      loadCheckpoint: () => this.side.checkpoints.get(reactorCheckpoint),
      saveCheckpoint: (ordinal) => this.side.checkpoints.save(reactorCheckpoint, ordinal),
      onTrouble: (error) => this.troubles.note('reactor', error),
    });
    this.reactor.start();
  }

  private async startProjector(): Promise<void> {
    const stale = await this.store.prepare(domain.views);
    const fresh = domain.views.map(({ name }) => name).filter((name) => !stale.includes(name));
    await this.fillEmptyViews();
    this.projector.include(domain.views.filter(({ name }) => fresh.includes(name)));
    this.follow((await this.projector.start()).ordinal);
    for (const name of fresh) this.readyViews.add(name);
    this.viewsStarted = true;
    if (stale.length > 0) await this.rebuildBeside(stale);
  }

  /** If that fails, the projector does it: it takes longer, and this thread. */
  private async fillEmptyViews(): Promise<void> {
    if ((await this.store.checkpoint()).ordinal > 0 || (await this.log.head()).ordinal < eventsWorthAWorker) return;
    await this.rebuilds.fromNothing(domain.views).catch((error: unknown) => {
      if (error instanceof RebuildStopped) throw error;
      this.troubles.note('rebuild', error);
    });
  }

  private follow(ordinal: number): void {
    let lastSaved = 0;
    this.projecting = this.log.follow(
      ordinal,
      async (events) => {
        await this.projector.apply(events.map(this.decode), events.at(-1)!.token);
        const isBusy = performance.now() - lastSaved < restInStorms && events.length < 200;
        // In a storm many small batches cost more than a few larger ones; what stands alone is not held back.
        if (isBusy) await pause(restInStorms);
        lastSaved = performance.now();
      },
      (error) => this.troubles.note('projector', error),
    );
  }

  /** Every 5 seconds, so that the next start knows since when nobody was there. */
  private signLife(): void {
    const sign = (): void => {
      this.folder.signOfLife(this.clock.now()).catch((error: unknown) => this.troubles.note('sign of life', error));
      this.side.lastUses.flush();
      if (this.memory.ordinal - this.snapshotAt > eventsBetweenSnapshots) void this.snapshot();
      const next = new Date(Date.now() + 5 * duration.second).toISOString();
      const timer = setTimeout(sign, Math.max(Date.parse(next) - Date.now(), 0));
      timer.unref();
      this.cancelSign = () => clearTimeout(timer);
    };
    sign();
  }

  /** So that the next start reads only what came after. */
  private async snapshot(): Promise<void> {
    if (this.snapshotting || this.memory.ordinal === this.snapshotAt) return;
    this.snapshotting = true;
    try {
      this.snapshotAt = this.memory.ordinal;
      await writeSnapshot(snapshotFile(this.folder), snapshotKey(this.vault), snapshotName, this.memory.dump());
    } catch (error) {
      this.troubles.note('snapshot', error);
    } finally {
      this.snapshotting = false;
    }
  }

  async close(): Promise<void> {
    this.cancelSign();
    await this.reactor?.stop();
    await this.rebuilds.stop();
    await this.viewsBuilt;
    await this.projecting?.stop();
    await this.feed.stop();
    await this.snapshot();
    await this.folder.signOfLife(this.clock.now()).catch(() => undefined);
    await this.store.close();
    await this.log.close();
    this.side.close();
    this.vault.close();
    await this.folder.close();
  }
}

const snapshotFile = (folder: DataFolder): string => join(folder.room('views'), 'memory.snapshot');
const snapshotKey = (vault: Vault): Buffer => vault.mac('snapshot', 'memory');
/** Another program, or another build of it, may fold another memory: its snapshot is not read. */
const snapshotName = `${version} ${statSync(import.meta.filename).mtimeMs} ${domain.logic} ${domain.memory.map(({ name }) => name).join(',')}`;

const isRaw = (subject: string): boolean => subject.startsWith('raw:');

const epochIn = (settled: Settled): number => {
  if (settled.kind !== 'done') throw new Error('the reactor could not begin');
  return (settled.facts[0]!.data as { epoch: number }).epoch;
};

const logStream = 'log';

/** Begins a new log with its first fact, or checks that this one may be opened. */
const openLog = async (
  config: Config,
  log: EventLog,
  codec: EventCodec,
  decode: Decode,
  vault: Vault,
  folder: DataFolder,
  now: string,
): Promise<void> => {
  const [first] = await log.readStream(logStream, 0, 1);
  if (first) {
    const opened = decode(first) as RecordedOf<'LogOpened'>;
    requireClock(opened.data.clock, config.clock);
    vault.belongTo(opened.data.logId, false);
    return;
  }
  const logId = randomUUID();
  vault.belongTo(logId, true);
  const meta: Meta = {
    at: now,
    actor: systemActor,
    commandId: logId,
    correlationId: logId,
    causationId: null,
    logic: domain.logic,
    node: folder.nodeId,
  };
  const data = { logId, format: 1, clock: config.clock, kind: 'live' };
  await log.append(logStream, 'none', [codec.encode({ id: eventId('system:tocsin', logId, logStream, 0), type: 'LogOpened', data }, meta)]);
};

/** Where a movable clock goes on: where it stood when the server was last alive, or further on if it is told so. Never back. */
const standing = async (
  { clockAt }: Config,
  folder: DataFolder,
  log: EventLog,
  decode: (stored: StoredEvent) => Recorded,
  started: string,
): Promise<string> => {
  const { ordinal } = await log.head();
  const [last] = await log.readBack({ before: ordinal + 1, limit: 1 });
  const at = last && ordinal > 1 ? decode(last).meta.at : started;
  return [at, folder.lastAlive(), clockAt].filter((instant) => instant !== null).reduce(later);
};
