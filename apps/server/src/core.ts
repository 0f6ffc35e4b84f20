import { listedSinceOf } from '@tocsin/contracts/organisation/listed-since.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { markDamaged } from '@tocsin/platform/data-folder/quarantine-file.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import { Moments } from '@tocsin/platform/views/moments.js';
import type { Config } from './config.js';
import { DecryptRows } from './core/decrypt-rows.js';
import { StartupFold } from './core/startup-fold.js';
import { openParts, type OpenedDependencies } from './core/parts.js';
import { ReactorHost, type ReachByKind } from './core/reactor-host.js';
import { MappingFailures } from './core/mapping-failures.js';
import { RefusedSignals } from './core/refused-signals.js';
import type { ServerParts } from './core/server-parts.js';
import { signLife } from './core/sign-of-life.js';
import { viewsFile } from './core/stores.js';
import { LateViews } from './projector/late-views.js';
import { ViewsKeeper } from './projector/views-keeper.js';

const reportDamagedViews = ({ config, folder, troubles }: OpenedDependencies): void => {
  if (config.profile !== 'embedded') return;
  const file = viewsFile(folder);
  markDamaged(file);
  troubles.note('views', new Error(`${file} is damaged. Restart Tocsin: it sets the file aside and rebuilds the views from the log.`));
};

const viewsOf = (parts: OpenedDependencies, decode: Decode, reads: ServerParts['reads']): ViewsKeeper => {
  const { config, folder, clock, faults, reserve } = parts;
  return new ViewsKeeper({
    ...parts,
    decode,
    now: () => clock.now(),
    rooms: { log: folder.room('log'), vault: folder.room('vault'), views: folder.room('views') },
    masterKey: config.masterKey,
    isEmbedded: config.profile === 'embedded',
    hasOneThread: config.hasOneThread,
    hasRoom: () => !reserve?.isForLogOnly,
    unlistBefore: () => listedSinceOf(reads.organisation.get(organisationKey) ?? {}, clock.now()),
    onFault: (fault) => faults.note('views', fault),
    onDamage: () => reportDamagedViews(parts),
  });
};

/** The opened parts, and the parts that are built from them. */
const assembleParts = (parts: OpenedDependencies): ServerParts => {
  const decode = (event: StoredEvent) => parts.redactions.redact(parts.decode(event));
  const reads = domainReads(parts.memory);
  const views = viewsOf(parts, decode, reads);
  return {
    ...parts,
    viewRows: parts.store,
    views,
    reads,
    moments: new Moments({ log: parts.log, marks: parts.feed.marks, position: () => views.projector.position }),
    refusedSignals: new RefusedSignals(),
    mappingFailures: new MappingFailures(),
    folding: new StartupFold(parts),
    reacting: new ReactorHost(parts),
    decrypted: new DecryptRows({ ...parts, views }),
    listening: { port: 0 },
  };
};

/** All parts of one server, opened in order and closed in reverse. Only code that assembles a server may use it. */
export class ServerCore {
  private readonly lateViews = new LateViews();
  private endSigns: () => void = () => {};

  private constructor(readonly parts: ServerParts) {}

  /**
   * Opens the data folder and reads the keys of senders; `folding.all()` reads the rest. Throws DataFolderRefused, VaultRefused or
   * LogUnavailable with a sentence.
   */
  static async open(config: Config, write: (place: string, error: unknown) => void): Promise<ServerCore> {
    const core = new ServerCore(assembleParts(await openParts(config, write)));
    await core.parts.folding.foldForEndpoints();
    return core;
  }

  /** Starts the reactor first, and the views after it: paging never waits for a rebuild. */
  async start(reaches: ReachByKind): Promise<void> {
    const { watchdog, reacting, config, views } = this.parts;
    watchdog.start();
    await reacting.start(reaches);
    this.endSigns = signLife(() => this.sign());
    if (config.roles.includes('projector')) views.start();
  }

  /** Resolves with a message when another server has taken over this log: this one must stop. */
  get over(): Promise<string> {
    return this.parts.leading.whenLost;
  }

  private sign(): void {
    const { folder, clock, troubles, reserve, tree, side, snapshots, views, memory } = this.parts;
    folder.signOfLife(clock.now()).catch((error: unknown) => troubles.note('sign of life', error));
    reserve?.keepUp().catch((error: unknown) => troubles.note('disk reserve', error));
    if (!reserve?.isShort) tree.keepUp().catch((error: unknown) => troubles.note('hashes of the log', error));
    troubles.noteErrors('last uses', () => side.lastUses.flush());
    troubles.noteErrors('refused uses', () => side.refusedUses.flush());
    troubles.noteErrors('reads of programs', () => side.toolUses.flush());
    snapshots.keepUp();
    const late = this.lateViews.look(views.projector.position.ordinal, memory.ordinal, performance.now());
    if (late && views.isStarted) troubles.note('views', late);
  }

  async close(): Promise<void> {
    const { parts } = this;
    parts.watchdog.close();
    this.endSigns();
    await parts.reacting.stop();
    await parts.views.stop();
    await parts.feed.stop();
    await parts.leading.unwatch();
    await parts.snapshots.write();
    await parts.folder.signOfLife(parts.clock.now()).catch(() => undefined);
    await parts.store.close();
    await parts.tree.close();
    await parts.log.close();
    await parts.leading.end();
    parts.side.close();
    await parts.keyMaker.whenSettled;
    parts.vault.close();
    await parts.folder.close();
  }
}
