import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { FoldFault } from '@tocsin/kernel/rows/memory-rows.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { typesOf, type AnyView } from '@tocsin/kernel/rows/view.js';
import type { ReadAll } from '../event-log/event-log.js';
import { Fold } from './fold.js';
import { ShadowRows } from './shadow-rows.js';
import type { SqlViewStore } from './sql-view-store.js';
import type { Checkpoint } from './view-store.js';

export interface RebuildLog {
  head(): Promise<{ readonly ordinal: number; readonly token: string }>;
  readAll(query: ReadAll): Promise<readonly Recorded[]>;
  /**
   * Log time at each of these ordinals. With it, only the types that the views use are read; without it, everything is, because an event that no view
   * uses may have advanced log time.
   */
  logTimes?(ordinals: readonly number[]): Promise<readonly string[]>;
}

export interface Rebuild {
  readonly views: readonly AnyView[];
  readonly log: RebuildLog;
  readonly store: SqlViewStore;
  /**
   * The `whilePaused` of a running projector, for a rebuild beside it. The views are then built up to that projector’s position, and swapped while it is
   * paused. Without it nothing else may write, and `views` must be all views: they are built up to the head of the log, and the checkpoint moves there.
   */
  readonly pause?: (work: () => Promise<void>) => Promise<void>;
  /** Rows that leave lists are left out if they were over before this instant. */
  readonly unlistBefore?: string;
  /** Makes the follower of the log for the index of causes start at the first event again. */
  readonly shouldRebuildCauses?: boolean;
  /** Called for a view that throws at an event, which is then skipped for that view. Without this callback, the rebuild fails. */
  readonly onFault?: (fault: FoldFault) => void;
  readonly onProgress?: (progress: { readonly ordinal: number; readonly target: number }) => void;
}

const eventsPerRead = 1000;

/** Builds views from the first event into new tables, and swaps these in. Returns the checkpoint of the rows. */
export const rebuild = async ({
  views,
  log,
  store,
  pause,
  shouldRebuildCauses: causes = false,
  unlistBefore = '',
  onFault,
  onProgress = () => {},
}: Rebuild): Promise<Checkpoint> => {
  const run = new RebuildRun(views, log, store, unlistBefore, onProgress, onFault);
  await store.beginRebuild(views);
  await run.buildTo(pause ? await store.checkpoint() : await log.head());
  await store.indexBuilt(views);
  if (pause) {
    await pause(async () => {
      await run.buildTo(await store.checkpoint());
      await run.swap();
    });
  } else await run.swap();
  if (causes) await store.causes.reset();
  await store.discardReplaced(views);
  return run.savedCheckpoint;
};

class RebuildRun {
  savedCheckpoint: Checkpoint = { ordinal: 0, logTime: '', token: '' };
  private readonly fold: Fold;
  private readonly rows: ShadowRows;
  private readonly types: readonly string[];
  private isUnlisted = false;

  constructor(
    private readonly views: readonly AnyView[],
    private readonly log: RebuildLog,
    private readonly store: SqlViewStore,
    private readonly unlistBefore: string,
    private readonly onProgress: NonNullable<Rebuild['onProgress']>,
    onFault: Rebuild['onFault'],
  ) {
    this.fold = new Fold(views, onFault);
    this.rows = new ShadowRows(views, store);
    this.types = typesOf(views);
  }

  async buildTo(target: { readonly ordinal: number; readonly token: string }): Promise<void> {
    let { ordinal, logTime } = this.savedCheckpoint;
    while (ordinal < target.ordinal) {
      const { events, times } = await this.read(ordinal, target.ordinal, logTime);
      for (const [index, event] of events.entries()) {
        for (const change of this.fold.applyEvent(event, times[index]!, this.rows.read)) this.rows.keep(change);
      }
      ordinal = events.at(-1)?.ordinal ?? target.ordinal;
      logTime = times.at(-1) ?? logTime;
      await this.rows.writePieces();
      this.onProgress({ ordinal, target: target.ordinal });
      await nextTurn();
    }
    if (!this.isUnlisted) await this.rows.unlist(this.unlistBefore);
    this.isUnlisted = true;
    await this.rows.writeCurrent();
    if (this.log.logTimes && ordinal > 0) [logTime = logTime] = await this.log.logTimes([ordinal]);
    this.savedCheckpoint = { ordinal, logTime, token: target.token };
  }

  swap(): Promise<void> {
    return this.store.swap(this.views, this.savedCheckpoint, this.unlistBefore);
  }

  private async read(after: number, upTo: number, logTime: string) {
    const query = { after, limit: eventsPerRead };
    const storedEvents = await this.log.readAll(this.log.logTimes ? { ...query, types: this.types } : query);
    const events = storedEvents.filter((event) => event.ordinal <= upTo);
    if (this.log.logTimes) return { events, times: await this.log.logTimes(events.map((event) => event.ordinal)) };
    let time = logTime;
    return { events, times: events.map((event) => (time = laterOf(time, event.meta.at))) };
  }
}
