import { backOff } from '@tocsin/contracts/back-off.js';
import { domain } from '@tocsin/domain/registry.js';
import { withThoseThatLeave } from '@tocsin/kernel/rows/view.js';
import { waitForReal } from '@tocsin/platform/clock/wait.js';
import { isDamaged } from '@tocsin/platform/data-folder/machine-errors.js';
import type { EventLog, ReadAll } from '@tocsin/platform/event-log/event-log.js';
import type { Decode } from '@tocsin/platform/feed/decoding.js';
import type { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { Rebuilds, RebuildStopped } from './rebuild.js';
import { ProjectorThread } from './projector-thread.js';
import { LocalProjector } from './local-projector.js';
import type { SavedListener, ViewsProjector } from './views-projector.js';
import { viewFaultOf, type ViewFault } from './worker-messages.js';

/** Before a failed start is tried again. */
const pauses = { first: 1_000, most: 30_000 };
/** With at least this many events, empty views are filled by a worker instead of the projector. */
const eventsWorthAWorker = 500;

export interface ViewsKeeperDependencies {
  readonly store: SqlViewStore;
  readonly log: EventLog;
  readonly decode: Decode;
  readonly troubles: { readonly note: (place: string, error: unknown) => void };
  /** Called for a view that threw at an event. */
  readonly onFault: (fault: ViewFault) => void;
  readonly now: () => string;
  /** Folders in the data folder, for a worker that rebuilds on its own connections. */
  readonly rooms: { readonly log: string; readonly vault: string; readonly views: string };
  readonly masterKey: string | undefined;
  /** Whether log and views are files in those folders. */
  readonly isEmbedded: boolean;
  /** Whether the projector runs on the main thread also where it could have its own. */
  readonly hasOneThread: boolean;
  /** False: the remaining disk space is for the log. */
  readonly hasRoom: () => boolean;
  /** The lists are built without what was over before this; empty: with all. */
  readonly unlistBefore: () => string;
  /** Called when the views’ file turns out to be damaged. */
  readonly onDamage: () => void;
}

/** The projector of a server: updates views, and rebuilds them where needed. */
export class ViewsKeeper {
  readonly projector: ViewsProjector;
  readonly rebuilds: Rebuilds;
  /** The projector runs; views that have to be rebuilt first may still be missing. */
  isStarted = false;
  /** Resolves when every view has been prepared, and rebuilt where needed. */
  built: Promise<void> = Promise.resolve();
  private readonly listeners: SavedListener[] = [];
  private readonly ready = new Set<string>();
  private stale: readonly string[] = [];
  private unlisting: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(private readonly dependencies: ViewsKeeperDependencies) {
    const { store, log, decode, now, rooms, masterKey, isEmbedded, hasOneThread, hasRoom, onFault, unlistBefore } = dependencies;
    const notifyListeners: SavedListener = (rows, checkpoint) => this.listeners.forEach((listener) => listener(rows, checkpoint));
    const onTrouble = (error: unknown): void => this.handleFailure('projector', error);
    // on the other profile PostgreSQL does the work, and the log’s client can only be used on one thread
    this.projector =
      isEmbedded && !hasOneThread
        ? new ProjectorThread({ store, rooms, masterKey, log, hasRoom, onSaved: notifyListeners, onFault, onTrouble })
        : new LocalProjector({
            store,
            log,
            decode,
            hasRoom,
            onFault: (fault) => onFault(viewFaultOf(fault)),
            onTrouble,
            onSaved: (rows, checkpoint) =>
              notifyListeners(
                rows.map(({ row, ...change }) => ({ ...change, row: () => row })),
                checkpoint,
              ),
          });
    const here = {
      store,
      log: { head: () => log.head(), readAll: async (query: ReadAll) => (await log.readAll(query)).map(decode) },
    };
    const { projector } = this;
    this.rebuilds = new Rebuilds({ projector, now, rooms, masterKey, onFault, unlistBefore, ...(isEmbedded ? {} : { local: here }) });
  }

  onSaved(listener: SavedListener): void {
    this.listeners.push(listener);
  }

  /** Returns at once: paging never waits for views. */
  start(): void {
    this.built = this.beginForAsLongAsItTakes();
  }

  /** Whether a view can be read: it has been prepared, and rebuilt where needed. */
  isReady(view: string): boolean {
    return this.ready.has(view);
  }

  get isEveryViewReady(): boolean {
    return domain.views.every(({ name }) => this.isReady(name));
  }

  /** Rebuilds views beside the running projector. Rejects with the error; the old rows then stay. */
  async rebuildInParallel(names: readonly string[], options: { readonly shouldScrub?: boolean } = {}): Promise<void> {
    const named = domain.views.filter(({ name }) => names.includes(name));
    const views = withThoseThatLeave(named, domain.views);
    await this.rebuilds.rebuildBeside(views, options);
    for (const { name } of views) this.ready.add(name);
  }

  /** Takes out of the lists what is to leave them, and builds them again if some of it is to come back. A failure is reported. */
  unlist(): Promise<void> {
    return (this.unlisting = this.unlisting.then(() => this.unlistNow()));
  }

  /** Resolves when no write is running. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rebuilds.stop();
    await this.built;
    await this.unlisting;
    await this.projector.stop();
  }

  private async unlistNow(): Promise<void> {
    const { store, unlistBefore, hasRoom } = this.dependencies;
    try {
      await this.built;
      if (!this.isStarted || !hasRoom() || this.stopping.signal.aborted) return;
      const before = unlistBefore();
      const noted = await store.unlistedBefore();
      if (before < noted) await this.rebuildInParallel(domain.views.flatMap(({ leaves, name }) => (leaves ? [name] : [])));
      if (before > noted) await this.rebuilds.between(() => this.removeOld(before));
    } catch (error) {
      if (!(error instanceof RebuildStopped)) this.handleFailure('views', error);
    }
  }

  /** A few at a time, so that views never wait for long. What is not done at a stop is done after the next start. */
  private async removeOld(before: string): Promise<void> {
    for (let after: string | null | undefined = ''; typeof after === 'string' && !this.stopping.signal.aborted;)
      after = await this.projector.unlist(before, after);
  }

  /** The views’ database may be unreachable for a while: retries until the views are built, or `stop` is called. */
  private async beginForAsLongAsItTakes(): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        return await this.begin();
      } catch (error) {
        if (error instanceof RebuildStopped) return;
        this.handleFailure('views', error);
      }
      await waitForReal(backOff(failures, pauses), signal);
    }
  }

  private async begin(): Promise<void> {
    if (!this.isStarted) this.stale = await this.beginToFollow();
    if (this.stale.length > 0) await this.rebuildInParallel(this.stale);
  }

  /** Starts the projector with the views that are up to date. Returns the views that have to be built first. */
  private async beginToFollow(): Promise<readonly string[]> {
    const stale = await this.dependencies.store.prepare(domain.views);
    const fresh = domain.views.map(({ name }) => name).filter((name) => !stale.includes(name));
    await this.fillEmptyViews();
    // their rows match the checkpoint, so they can be read while the projector starts
    for (const name of fresh) this.ready.add(name);
    await this.projector.start(fresh);
    this.isStarted = true;
    return stale;
  }

  private handleFailure(place: string, error: unknown): void {
    this.dependencies.troubles.note(place, error);
    if (isDamaged(error)) this.dependencies.onDamage();
  }

  /** If this fails, the projector fills them instead: slower, and on this thread. */
  private async fillEmptyViews(): Promise<void> {
    const { store, log, troubles } = this.dependencies;
    if ((await store.checkpoint()).ordinal > 0 || (await log.head()).ordinal < eventsWorthAWorker) return;
    await this.rebuilds.rebuildFromEmpty(domain.views).catch((error: unknown) => {
      if (error instanceof RebuildStopped) throw error;
      troubles.note('rebuild', error);
    });
  }
}
