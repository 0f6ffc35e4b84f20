import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/limits.js';
import { eventReads, type EventReads } from '@tocsin/domain/event-subscriptions/reads.js';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import { between } from '@tocsin/kernel/time.js';
import { markDamaged } from '@tocsin/platform/data-folder/put-aside.js';
import { EventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import type { EventEffects } from '../reactor/event-effect-table.js';
import type { Reactor } from '@tocsin/platform/reactor/reactor.js';
import { StreamFold } from '@tocsin/platform/views/stream-fold.js';
import type { Config } from '../config.js';
import { LateViews } from '../projector/late-views.js';
import type { Rebuilds } from '../projector/rebuild.js';
import { viewsFile } from './stores.js';
import { beginReactor } from './begun-reactor.js';
import { Folding } from './folding.js';
import { openParts, type Parts } from './parts.js';
import { RefusedSignals } from './refused-signals.js';
import { signLife } from './sign-of-life.js';
import type { SavedListener, ViewsProjector } from '../projector/views-projector.js';
import { ViewsKeeper } from '../projector/views-keeper.js';

/** Its parts stand on the core under the names that they have there, so that no list of them is written twice. */
const HavingParts = class {
  constructor(parts: Parts) {
    Object.assign(this, parts);
  }
} as new (parts: Parts) => Parts;

/** One server’s working parts, opened in order and closed in reverse. Nest stands around it, at the doors. */
export class Core extends HavingParts {
  readonly reads: EventReads = eventReads(this.memory);
  reactor: Reactor | undefined;
  epoch = 0;
  /** The port that was really taken. */
  port = 0;
  /** Views that are made anew without a redacted text, once the doors are open. */
  redacting: { readonly settled: Promise<void> } | undefined;
  /** Erasures that are under way, once the doors are open. */
  erasures: { readonly pending: readonly string[]; readonly settled: Promise<void> } | undefined;
  /** What rows were that are made of one stream each. */
  readonly folds: StreamFold;
  /** What was wrong with signals that were not taken. */
  readonly refusedSignals = new RefusedSignals();
  /** Brings memory to the head of the log: nobody but senders is answered before. */
  readonly folding: Folding;
  private readonly views: ViewsKeeper;
  private readonly awayFrom = this.folder.lastAlive();
  private readonly lateViews = new LateViews();
  private startedAt: string | null = null;
  private endSigns: () => void = () => {};

  private constructor(parts: Parts) {
    super(parts);
    const { config, folder, clock, redactions } = parts;
    const decode = (stored: StoredEvent) => redactions.shown(parts.decode(stored));
    this.folds = new StreamFold({ log: parts.log, decode, marks: parts.feed.marks });
    this.folding = new Folding(parts);
    this.views = new ViewsKeeper({
      ...parts,
      decode,
      now: () => clock.now(),
      rooms: { log: folder.room('log'), vault: folder.room('vault'), views: folder.room('views') },
      masterKey: config.masterKey,
      isEmbedded: config.profile === 'embedded',
      hasRoom: () => !parts.reserve?.isForLogOnly,
      onFault: (fault) => parts.faults.note('views', fault),
      onDamage: () => this.viewsDamaged(),
    });
  }

  /** Opens the data folder, and knows the keys of senders: the rest is `folding.all()`. Throws DataFolderRefused, VaultRefused or LogUnavailable with a sentence. */
  static async open(config: Config, write: (where: string, error: unknown) => void): Promise<Core> {
    const core = new Core(await openParts(config, write));
    await core.folding.forDoors();
    return core;
  }

  /** A sentence for pages that go out soon after nobody was there to send them. */
  awayNote(): string | undefined {
    const { awayFrom, startedAt } = this;
    if (awayFrom === null || startedAt === null) return undefined;
    const isWorthSaying = between(awayFrom, startedAt) > 2 * duration.minute && between(startedAt, this.clock.now()) < 10 * duration.minute;
    return isWorthSaying ? `Tocsin was away ${awayFrom.slice(11, 16)}–${startedAt.slice(11, 16)} UTC.` : undefined;
  }

  /** Restored, and not let to send yet: since when, and of which backup. */
  get held(): { readonly since: string; readonly backupAt: string } | null {
    return this.reads.organisation.get(organisationKey)?.held ?? null;
  }

  listeningOn(port: number): void {
    this.port = port;
  }

  /** When this server began to react: what views have seen nothing at all must be behind since then at least. Null before. */
  get workingSince(): string | null {
    return this.startedAt;
  }

  /** Why the log can’t be written, as the last failed append said; null while it can. */
  logTrouble(): string | null {
    return this.log instanceof SqliteEventLog ? this.log.trouble : null;
  }

  /** How often the subscription to EventStoreDB has ended and come back; null on the embedded profile. */
  subscriptionDrops(): number | null {
    return this.log instanceof EventStoreLog ? this.log.stats().subscriptionDrops : null;
  }

  get projector(): ViewsProjector {
    return this.views.projector;
  }
  get rebuilds(): Rebuilds {
    return this.views.rebuilds;
  }
  /** The projector runs; views that must be rebuilt first may still be missing. */
  get viewsStarted(): boolean {
    return this.views.isStarted;
  }
  /** Settled when every view has been prepared, and rebuilt where it had to be. */
  get viewsBuilt(): Promise<void> {
    return this.views.built;
  }
  get viewsReady(): boolean {
    return this.views.areReady;
  }
  /** A view answers: it has been prepared, and rebuilt where it had to be. */
  isReady(view: string): boolean {
    return this.views.isReady(view);
  }
  onSaved(listener: SavedListener): void {
    this.views.onSaved(listener);
  }
  /** Beside the running projector. Rejects with what went wrong; the old rows then stay. `scrub`: until no byte of them is left in the files. */
  rebuildBeside(names: readonly string[], how: { readonly scrub?: boolean } = {}): Promise<void> {
    return this.views.rebuildBeside(names, how);
  }

  /** Begins to react and to page, and then to keep views: paging never waits for a rebuild. */
  async start(effects: (core: Core) => EventEffects): Promise<void> {
    this.watchdog.start();
    if (this.config.roles.includes('reactor')) await this.startReactor(effects(this));
    this.endSigns = signLife(() => this.sign());
    if (this.config.roles.includes('projector')) this.views.start();
  }

  private async startReactor(effects: EventEffects): Promise<void> {
    this.startedAt = this.clock.now();
    const { watched: domain, log, decode, feed, runner, clock, side, troubles, awayFrom } = this;
    const parts = { domain, log, decode, feed, runner, clock, side, troubles, commandId: randomUUID(), awayFrom, effects };
    const { reactor, epoch } = await beginReactor(parts);
    this.reactor = reactor;
    this.epoch = epoch;
    this.leading.watch(log, this.decode, this.memory.ordinal, epoch);
    reactor.start();
  }

  /** Everything that was decrypted is forgotten, in memory and in the snapshot of it: it is read again with the keys that are left. */
  async forgetDecrypted(): Promise<void> {
    this.decode.forget();
    this.runner.forget();
    await this.projector.forget();
    await this.snapshots.replace();
  }

  /** Resolves with a sentence once another server works on this log: this one must end. */
  get over(): Promise<string> {
    return this.leading.over;
  }

  private viewsDamaged(): void {
    if (this.config.profile !== 'embedded') return;
    const file = viewsFile(this.folder);
    markDamaged(file);
    this.troubles.note(
      'views',
      new Error(`${file} is damaged. Restart Tocsin: it puts the file aside and builds the screens again from the log.`),
    );
  }

  private sign(): void {
    this.folder.signOfLife(this.clock.now()).catch((error: unknown) => this.troubles.note('sign of life', error));
    this.reserve?.keepUp().catch((error: unknown) => this.troubles.note('disk reserve', error));
    if (!this.reserve?.isShort) this.digests?.keepUp().catch((error: unknown) => this.troubles.note('log digests', error));
    this.troubles.during('last uses', () => this.side.lastUses.flush());
    this.troubles.during('refused uses', () => this.side.refusedUses.flush());
    this.snapshots.keepUp();
    const late = this.lateViews.look(this.projector.position.ordinal, this.memory.ordinal, performance.now());
    if (late && this.viewsStarted) this.troubles.note('views', late);
  }

  async close(): Promise<void> {
    this.watchdog.close();
    this.endSigns();
    await this.reactor?.stop();
    await this.views.stop();
    await this.feed.stop();
    await this.leading.unwatch();
    await this.snapshots.write();
    await this.folder.signOfLife(this.clock.now()).catch(() => undefined);
    await this.store.close();
    await this.digests?.close();
    await this.log.close();
    await this.leading.end();
    this.side.close();
    await this.keyMaker.settled;
    this.vault.close();
    await this.folder.close();
  }
}
